/** Shows on a terminal how far a backup or a restore is, on one line that is written over; elsewhere nothing. */
export function showProgress() {
  const { stderr } = process;
  let shownAt = 0;
  const write = (text: string) => stderr.isTTY && stderr.write(`\r\x1b[K${text}`);
  return {
    rows(rows: number, what: string) {
      if (Date.now() - shownAt < 100) return;
      shownAt = Date.now();
      write(`  ${rows.toLocaleString('en')} rows, ${what}`);
    },
    clear: () => write(''),
  };
}
