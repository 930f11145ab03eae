import { redirectDocument } from 'react-router';

/** The server writes the landing page, so the browser leaves the application for it. */
export function clientLoader({ request }: { request: Request }) {
  throw redirectDocument(request.url);
}

export default function LeaveApp() {
  return null;
}
