/**
 * The whole cents of an amount as a person types it, or null where it is none. Readers of one language group thousands
 * by either mark (`1,500` in Mexico, `1.500` in Argentina), so the digits tell: a mark before exactly three digits
 * groups, and the last mark before one or two digits parts the cents.
 */
export function readAmount(typed: string): number | null {
  const text = typed.replaceAll(/[\s'’]/g, '');
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{0,2}))?$/.exec(text) ?? [];
  const isWhole = /^(\d+|\d{1,3}([.,])\d{3}(\2\d{3})*)$/.test(whole);
  if (!isWhole || /^0[.,]/.test(whole)) return null;
  return Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'));
}
