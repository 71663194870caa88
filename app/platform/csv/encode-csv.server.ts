/** Spreadsheets run a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** Where the comma is for decimals, a spreadsheet separates cells by semicolons, wherever the quotes are. */
const FORMULA_AFTER_SEPARATOR = /(;[\s"]*)(?=[=+\-@＝＋－＠])/g
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/
/** Without it, Excel reads UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\ufeff'

type Row = (string | null)[]

/** RFC 4180, for programs and spreadsheets. A text that a spreadsheet would run gets an apostrophe in front. */
export function encodeCsv(columns: string[], rows: Row[]): string {
  return encodeHead(columns) + encodeRows(rows)
}

/** Piece by piece, for more rows than fit into memory. */
export async function* streamCsv(
  columns: string[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string, void> {
  let head = encodeHead(columns)
  for await (const rows of batches) {
    yield head + encodeRows(rows)
    head = ''
  }
  if (head !== '') yield head
}

function encodeHead(columns: string[]): string {
  return BYTE_ORDER_MARK + encodeRows([columns])
}

function encodeRows(rows: Row[]): string {
  return rows.map((row) => `${row.map(encodeCell).join(',')}\r\n`).join('')
}

function encodeCell(cell: string | null): string {
  if (cell === null) return ''
  const marked = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  const safe = marked.replaceAll(FORMULA_AFTER_SEPARATOR, "$1'")
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
