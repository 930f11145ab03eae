import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { OrdersToSettle } from './orders-to-settle.tsx';

export const meta = () => pageMeta(i18n.t('certificates.title', { ns: 'store' }));

/** The page on which a verified teacher certifies levels; every other person is redirected to the teacher portal. */
export default function TeacherCertificatesPage() {
  const { t } = useTranslation('store');
  const { account } = useAccount();
  if (!account) return null;
  if (account.role === 'admin') return <Navigate to="/admin/store" replace />;
  if (!account.verifiedTeacher) return <Navigate to="/teacher" replace />;
  return (
    <div>
      <PageHeader title={t('certificates.title')} text={t('certificates.text')} accent="teach" />
      <OrdersToSettle certificatesOnly />
    </div>
  );
}
