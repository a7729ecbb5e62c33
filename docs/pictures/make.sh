#!/bin/sh
# The pictures of two pages that the README shows, made from the PDF of an example. Run it in the top folder; poppler's
# pdftoppm and pdftotext must be there: sh docs/pictures/make.sh
set -eu
out=$(mktemp -d)
SOURCE_DATE_EPOCH=1780272000 "${PYTHON:-python3}" -m vdl build examples/equallogic-xendesktop/design.vdl --design one_array --format pdf --out "$out"
pages=$(pdfinfo "$out/one_array.pdf" | sed -n 's/^Pages: *//p')
drawn=2
while ! pdftotext -f "$drawn" -l "$drawn" "$out/one_array.pdf" - | grep -q 'carry every phase'; do
  drawn=$((drawn + 1))
  [ "$drawn" -le "$pages" ] || { echo "no page has the chart" >&2; exit 1; }
done
# The lists of figures come before the figures, so the last of the first pages that name the chart has it.
while pdftotext -f "$drawn" -l "$drawn" "$out/one_array.pdf" - | grep -q '^Contents'; do
  drawn=$((drawn + 1))
  while ! pdftotext -f "$drawn" -l "$drawn" "$out/one_array.pdf" - | grep -q 'carry every phase'; do drawn=$((drawn + 1)); done
done
pdftoppm -r 72 -png -f 1 -l 1 -singlefile "$out/one_array.pdf" docs/pictures/first-page
pdftoppm -r 72 -png -f "$drawn" -l "$drawn" -singlefile "$out/one_array.pdf" docs/pictures/storage
rm -r "$out"
