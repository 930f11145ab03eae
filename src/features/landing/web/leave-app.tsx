let leaving: Promise<never> | null = null;

/**
 * The server writes the landing page, so the browser leaves the application for it: once, however often a page that is
 * going away renders its redirect. A link with an anchor is a plain link, because a loader is not told the anchor.
 */
export function clientLoader({ request }: { request: Request }) {
  leaving ??= new Promise(() => {
    const stillHere = () => {
      leaving = null;
    };
    // A browser that goes back may show this page as it was left; and a person who is asked may stay.
    window.addEventListener('pageshow', stillHere, { once: true });
    setTimeout(stillHere, 1000);
    window.location.assign(request.url);
  });
  return leaving;
}

export default function LeaveApp() {
  return null;
}
