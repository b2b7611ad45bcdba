# Converts the output of `gusset --help` or `gusset COMMAND --help` into a manual page (roff, section 1).
# usage: gusset COMMAND --help | awk -v name=gusset-COMMAND -v version=0.1.0 -f man_page.awk
function escaped(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  if (text ~ /^[.']/) text = "\\&" text
  return text
}
function trimmed(text) {
  sub(/^ +/, "", text)
  return text
}

NR == 1 {
  summary = $0
  sub(/\.$/, "", summary)
  printf ".TH \"%s\" 1 \"\" \"Gusset %s\" \"Gusset\"\n", toupper(name), version
  printf ".SH NAME\n%s \\- %s\n", escaped(name), escaped(tolower(substr(summary, 1, 1)) substr(summary, 2))
  next
}
/^Usage: / {
  printf ".SH SYNOPSIS\n.nf\n%s\n", escaped(substr($0, 8))
  verbatim = 1
  next
}
/^[A-Z][A-Za-z ]*:$/ {
  if (verbatim) print ".fi"
  heading = toupper(substr($0, 1, length($0) - 1))
  if (heading == "POSITIONALS") heading = "ARGUMENTS"
  verbatim = heading == "EXAMPLE"
  printf ".SH \"%s\"\n%s", heading, verbatim ? ".nf\n" : ""
  next
}
/^$/ {
  if (verbatim) print ".fi"
  verbatim = 0
  next
}
verbatim {
  print escaped(trimmed($0))
  next
}
# An option or a command: its name, then its description from column 27 on, perhaps on the next line.
/^  [^ ]/ {
  term = substr($0, 3)
  text = ""
  if (match(term, /  +/)) {
    text = substr(term, RSTART + RLENGTH)
    term = substr(term, 1, RSTART - 1)
  }
  printf ".TP\n\\fB%s\\fR\n", escaped(term)
  if (text != "") print escaped(text)
  next
}
/^ / {
  print escaped(trimmed($0))
  next
}
{ printf ".PP\n%s\n", escaped($0) }
END {
  if (verbatim) print ".fi"
  print ".SH \"SEE ALSO\""
  print (name == "gusset" ? "\\fBgusset\\-run\\fR(1), \\fBgusset\\-view\\fR(1)" : "\\fBgusset\\fR(1)")
}
