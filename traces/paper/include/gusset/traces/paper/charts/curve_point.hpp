#pragma once

namespace gusset::figure {

/// A value of a curve and its range.
struct CurvePoint {
  double x = 0.0;  ///< above 0
  double y = 0.0;
  double low = 0.0;   ///< of its range, at most y
  double high = 0.0;  ///< at least y
  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

}  // namespace gusset::figure
