import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useAskBeforeUnload } from './use-ask-before-unload.ts';

/**
 * While it is active, asks before another address is shown, which would throw away what a person typed. One of it at a
 * time: the router asks only the last one. Where the page itself goes away, the browser asks. `onlyBack`: not before
 * the address to which a form leads that was sent. `onlyOtherPages`: not before another search of the same path.
 */
export function AskBeforeLeaving({
  active,
  onlyBack = false,
  onlyOtherPages = false,
}: {
  active: boolean;
  onlyBack?: boolean;
  onlyOtherPages?: boolean;
}) {
  const { t } = useTranslation('shell');
  const { state, proceed, reset } = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      active &&
      (!onlyBack || historyAction === 'POP') &&
      (!onlyOtherPages || nextLocation.pathname !== currentLocation.pathname),
  );
  useAskBeforeUnload(active);
  return (
    <ConfirmDialog
      opened={state === 'blocked'}
      title={t('dialog.discard.title')}
      text={t('dialog.discard.text')}
      confirmLabel={t('dialog.discard.confirm')}
      dismissLabel={t('dialog.discard.dismiss')}
      danger
      // A blocker of its own would stop the navigation that was just confirmed.
      closeOnEscape={false}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  );
}
