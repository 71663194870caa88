/** A Markdown table, ready for docs/benchmarks.md. */
export function printTable(head: string[], rows: string[][]): void {
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`)
}
