import { Navigate } from 'react-router';

/** Any other address under /admin leads to /admin. */
export default function ElsewhereInAdmin() {
  return <Navigate to="/admin" replace />;
}
