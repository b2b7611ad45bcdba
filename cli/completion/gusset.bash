# Completes gusset's commands, options and files in bash. Source it, or install it where bash-completion looks.

_gusset_words() {  # the words that begin with the text at the cursor
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_gusset_files() {  # files with these extensions, and folders
  local current=$1 name extension
  shift
  COMPREPLY=()
  while IFS= read -r name; do
    if [[ -d $name ]]; then
      COMPREPLY+=("$name/")
    else
      for extension in "$@"; do
        [[ $name == *"$extension" ]] && COMPREPLY+=("$name") && break
      done
    fi
  done < <(compgen -f -- "$current")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && type compopt > /dev/null 2>&1; then
    compopt -o nospace 2> /dev/null
  fi
}

_gusset_platforms() {  # files and built-in machines
  _gusset_files "$1" .json .xml
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "opteron2427 opteron8380 rackham tintin xeonphi7120p this" -- "$1")
}

_gusset_options() {  # the options of a command
  case $1 in
    run) echo "--output --threads --policy --boundary --schedule --form --depth --nodes --grid --balance --broadcast --stats --launcher --timeout" ;;
    calibrate) echo "--caches --platform --launcher --machine --network --nodes --output --strict" ;;
    merge) echo "--output" ;;
    convert) echo "--data --size --strict" ;;
    render) echo "--output --colour --from --to --where --task --messages --idle --critical-path --align --axes --boxes --tracks --frames --every --queues --graph --pdf --size --strict" ;;
    view) echo "--strict" ;;
    simulate) echo "--platform --costs --grid --threads --policy --boundary --schedule --form --balance --broadcast --network --seeds --seed --jobs --window --submitter-only --caches --no-hierarchy --no-deduplication --output --stats" ;;
    tune)
      echo "--param --grid --nodes --threads --policy --balance --platform --costs --caches --seeds --objective --max-time --max-core-hours --memory-limit --search --jobs \
--timeout --confirm --output --csv --restart"
      ;;
    info | idle | critical-path) echo "--json --strict" ;;
    compare) echo "--from --to --from-b --to-b --against --fail-if --json --strict" ;;
    efficiency) echo "--baseline --json --strict" ;;
    report) echo "--baseline --html --json --strict" ;;
    flame) echo "--from --to --where --output --size --json --strict" ;;
    stats) echo "--by --from --to --where --json --strict" ;;
    why) echo "--depth --json --strict" ;;
    check) echo "--renamed-adds --json --strict" ;;
    replay) echo "--output --stats --threads --schedule --form --nodes --sizes --policy --boundary --scale --platform --network --caches --rate --seeds --seed --jobs --json --strict" ;;
    speedup) echo "--baseline --again --threads --output --size --nodes --sizes --policy --boundary --scale --platform --network --caches --rate --seeds --seed --jobs --json --strict" ;;
    schedule) echo "--progress --threads --search --evaluations --seed --durations --rate --output --trace --json --strict" ;;
    graph) echo "--output --by --fold --unfold --colour --size --strict" ;;
  esac
}

_gusset() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  if ((COMP_CWORD == 1)); then
    _gusset_words "run calibrate simulate tune replay speedup schedule platform info report stats flame idle efficiency critical-path why check graph convert merge \
compare render view --help --version" "$current"
    return
  fi
  if [[ $command == run || $command == simulate || $command == tune ]]; then
    local i
    for ((i = 2; i < COMP_CWORD; ++i)); do
      if [[ ${COMP_WORDS[i]} == -- ]]; then  # the program and its arguments
        if ((i == COMP_CWORD - 1)); then
          mapfile -t COMPREPLY < <(compgen -c -f -- "$current")
        else
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
        return
      fi
    done
  fi
  case $command:$previous in
    render:--colour | graph:--colour) _gusset_words "type node level duration slack waiting" "$current" && return ;;
    render:--align) _gusset_words "start end task:" "$current" && return ;;
    render:--axes) _gusset_words "common own" "$current" && return ;;
    convert:--size | render:--size | speedup:--size | graph:--size | flame:--size) _gusset_words "column slide" "$current" && return ;;
    tune:--objective) _gusset_words "time node-hours core-hours bytes balance" "$current" && return ;;
    tune:--grid) _gusset_words "all" "$current" && return ;;
    tune:-o | tune:--output) _gusset_files "$current" .json && return ;;
    tune:--csv) _gusset_files "$current" .csv && return ;;
    tune:--param | tune:--nodes | tune:--seeds | tune:--max-time | tune:--max-core-hours | tune:--memory-limit | tune:--jobs | tune:--timeout | tune:--confirm)
      return
      ;;
    stats:--by) _gusset_words "type worker node level" "$current" && return ;;
    schedule:--durations) _gusset_words "exact typical" "$current" && return ;;
    schedule:-o | schedule:--output) _gusset_files "$current" .json && return ;;
    schedule:--trace) _gusset_files "$current" .gus && return ;;
    graph:--by) _gusset_words "task data" "$current" && return ;;
    graph:--fold) _gusset_words "nothing type level" "$current" && return ;;
    run:--depth) _gusset_words "spans ready accesses" "$current" && return ;;
    *:--schedule) _gusset_files "$current" .json && return ;;
    *:--form) _gusset_words "guided strict flags" "$current" && return ;;
    *:--policy) _gusset_words "locality fifo priority random nearest static critical cab squads" "$current" && return ;;
    run:--broadcast | simulate:--broadcast) _gusset_words "direct tree" "$current" && return ;;
    run:--balance | simulate:--balance) _gusset_words "off basic equalize smart" "$current" && return ;;
    simulate:--network | replay:--network | speedup:--network) _gusset_words "simgrid fast none" "$current" && return ;;
    *:--baseline) _gusset_files "$current" .gus && return ;;
    platform:platform) [[ $current == -* ]] || { _gusset_platforms "$current" && return; } ;;
    *:--platform) _gusset_platforms "$current" && return ;;
    *:--costs | *:--stats) _gusset_files "$current" .json .xml && return ;;
    graph:-o | graph:--output) _gusset_files "$current" .dot .svg .png .pdf && return ;;
    report:--html) _gusset_files "$current" .html && return ;;
    flame:-o | flame:--output) _gusset_files "$current" .png .svg .pdf && return ;;
    render:-o | render:--output) _gusset_files "$current" .png .svg .pdf && return ;;
    *:-o | *:--output) _gusset_files "$current" .gus .json && return ;;
    stats:--where | flame:--where | render:--where)
      _gusset_words "type= worker= node= level= task= handle= duration begin submit ready work" "$current"
      return
      ;;
    schedule:--search | schedule:--evaluations) return ;;
    *:--threads | *:--seed | *:--jobs | *:--grid | *:--from | *:--to | compare:--from-b | compare:--to-b | *:--every | why:--depth | compare:--fail-if) return ;;
  esac
  if [[ $current == -* ]]; then
    _gusset_words "$(_gusset_options "$command") --help" "$current"
  else
    local extensions=(.gus)
    [[ $command == render || $command == view ]] && extensions+=(.json)
    _gusset_files "$current" "${extensions[@]}"
  fi
}

complete -F _gusset gusset
