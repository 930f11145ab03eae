/**
 * Runs in the head of a prerendered document, and has the browser fetch the application once it has painted the page:
 * before, the application's files would share a phone's connection with the styles that the page waits for. `links`
 * name the files, and the script with `scriptId` is inert until it is begun here. It is sent as its source, so it uses
 * nothing from outside.
 */
export function beginApplication(links: string, scriptId: string): void {
  const begin = () => {
    document.head.insertAdjacentHTML('beforeend', links);
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = document.getElementById(scriptId)?.textContent ?? '';
    document.head.append(script);
  };
  const afterPaint = () => {
    // A page in a tab behind others is not painted.
    if (document.hidden) begin();
    else requestAnimationFrame(() => setTimeout(begin));
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', afterPaint);
  else afterPaint();
}
