/** Spreadsheets run a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/
/** Without it, Excel reads UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** RFC 4180, for programs and spreadsheets. A text that a spreadsheet would run gets an apostrophe in front. */
export function encodeCsv(columns: string[], rows: (string | null)[][]): string {
  const lines = [columns, ...rows].map((row) => row.map(encodeCell).join(','))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

function encodeCell(cell: string | null): string {
  if (cell === null) return ''
  const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
