/** The row of a statement that always answers one. @throws Error where it answered none or several */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  if (rows.length > 1) throw new Error(`${rows.length} rows of a statement that answers one`);
  return firstRow(rows);
}

/** The first row of a statement that always answers one at least. @throws Error where it answered none */
export function firstRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('no row of a statement that always answers one');
  return row;
}
