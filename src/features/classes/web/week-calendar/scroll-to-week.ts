/**
 * Scrolls the week's grid to the first class, or further down where the current hour would be below the visible part,
 * always to the beginning of an hour, because the head would cut its classes in half; and sideways until the column of
 * today is visible.
 */
export function scrollToWeek(box: HTMLElement, firstTaken: number | null, hourNow: number | null): void {
  const head = box.querySelector('thead')?.clientHeight ?? 0;
  const rows = [...box.querySelectorAll<HTMLElement>('[data-hour]')];
  const rowOf = (hour: number | null) => rows.find((row) => row.dataset.hour === String(hour));
  const first = rowOf(firstTaken);
  const current = rowOf(hourNow);
  const toFirst = first ? first.offsetTop - head : 0;
  const toNow = current ? current.offsetTop + 2 * current.clientHeight - box.clientHeight : 0;
  const beginnings = rows.map((row) => row.offsetTop - head);
  box.scrollTop = beginnings.find((top) => top >= Math.max(toFirst, toNow)) ?? toNow;
  const today = box.querySelector<HTMLElement>('[aria-current="date"]');
  if (today) box.scrollLeft = today.offsetLeft + today.clientWidth - box.clientWidth;
}
