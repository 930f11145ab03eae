/**
 * Scrolls the week's grid to the first class, or further down where the current hour would be below the visible part;
 * and sideways until the column of today is visible.
 */
export function scrollToWeek(box: HTMLElement, firstTaken: number | null, hourNow: number | null): void {
  const head = box.querySelector('thead')?.clientHeight ?? 0;
  const rowOf = (hour: number | null) =>
    hour === null ? null : box.querySelector<HTMLElement>(`[data-hour="${hour}"]`);
  const first = rowOf(firstTaken);
  const current = rowOf(hourNow);
  const toFirst = first ? first.offsetTop - head : 0;
  const toNow = current ? current.offsetTop + 2 * current.clientHeight - box.clientHeight : 0;
  box.scrollTop = Math.max(toFirst, toNow);
  const today = box.querySelector<HTMLElement>('[aria-current="date"]');
  if (today) box.scrollLeft = today.offsetLeft + today.clientWidth - box.clientWidth;
}
