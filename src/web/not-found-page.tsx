import { pageMeta } from './page-meta.ts';
import { NotFound } from './ui/not-found.tsx';

export const meta = () => pageMeta('404');

export default function NotFoundPage() {
  return <NotFound />;
}
