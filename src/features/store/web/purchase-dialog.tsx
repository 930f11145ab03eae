import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import type { AskedPurchase, KnownBalance } from './asked-purchase.ts';
import { ConfirmPurchase } from './confirm-purchase.tsx';
import { useIsBuying } from './queries.ts';
import { SignInToBuy } from './sign-in-to-buy.tsx';
import { TooFewCoins } from './too-few-coins.tsx';

/**
 * Asks a visitor to sign in, tells a member with too few coins how many are missing, and asks other members to confirm.
 * After the balance was once high enough, only the server refuses: a balance that falls may be this very purchase. A
 * price that changed is shown, and the member confirms again. Each purchase has its own dialog: set React's `key` to
 * its key.
 */
export function PurchaseDialog({
  asked,
  opened,
  balance,
  onClose,
}: {
  asked: AskedPurchase;
  opened: boolean;
  balance: KnownBalance;
  onClose: () => void;
}) {
  const { t } = useTranslation('store');
  const [price, setPrice] = useState(asked.price);
  const priced = { ...asked, price };
  const missing = typeof balance === 'number' ? price - balance : 0;
  const [tooFew, setTooFew] = useState(missing > 0);
  const step = balance === null ? 'signIn' : tooFew && missing > 0 ? 'tooFew' : 'confirm';
  const buying = useIsBuying(priced);
  return (
    <Modal
      opened={opened}
      // Not closable during the purchase: the buyer would not see its outcome.
      onClose={buying ? () => {} : onClose}
      title={t(`dialog.${step}`)}
    >
      {step === 'signIn' && <SignInToBuy />}
      {step === 'tooFew' && <TooFewCoins asked={priced} missing={missing} />}
      {step === 'confirm' && (
        <ConfirmPurchase
          asked={priced}
          balance={balance ?? undefined}
          onTooFew={() => setTooFew(true)}
          onPrice={setPrice}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
