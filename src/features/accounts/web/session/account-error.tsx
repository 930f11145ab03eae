import { useTranslation } from 'react-i18next';
import { ErrorState } from '#web/ui/error-state.tsx';

/** Why the account could not be read, and a way to try again; in place of a page, or over it. */
export function AccountError({
  error,
  overPage = false,
  onRetry,
}: {
  error: unknown;
  overPage?: boolean;
  onRetry: () => void;
}) {
  const { t } = useTranslation('accounts');
  return (
    <ErrorState title={t('session.notRead')} titleOrder={overPage ? 2 : 1} error={error} onRetry={onRetry} />
  );
}
