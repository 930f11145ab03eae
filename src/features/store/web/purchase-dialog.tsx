import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmPurchase } from './confirm-purchase.tsx';
import { useIsBuying } from './queries.ts';
import { SignInToBuy } from './sign-in-to-buy.tsx';
import { TooFewCoins } from './too-few-coins.tsx';
import type { KnownBalance, Wish } from './wish.ts';

/**
 * Stands between wanting and having: asks a visitor to sign in, tells who has too few coins how many are missing,
 * and has everybody else confirm. Once there were coins enough, only the server says that there are not: a balance
 * that falls meanwhile may be this very purchase. A price that changed meanwhile is shown and confirmed anew. One
 * dialog a wish: give it the wish's key as its own.
 */
export function PurchaseDialog({
  wish: asked,
  opened,
  balance,
  onClose,
}: {
  wish: Wish;
  opened: boolean;
  balance: KnownBalance;
  onClose: () => void;
}) {
  const { t } = useTranslation(['store', 'shell']);
  const [price, setPrice] = useState(asked.price);
  const wish = { ...asked, price };
  const missing = price - (balance ?? price);
  const [tooFew, setTooFew] = useState(missing > 0);
  const step = balance === null ? 'signIn' : tooFew && missing > 0 ? 'tooFew' : 'confirm';
  const buying = useIsBuying(wish);
  return (
    <Modal
      opened={opened}
      // Not closable during the purchase: the buyer would not see its outcome.
      onClose={buying ? () => {} : onClose}
      title={t(`dialog.${step}`)}
      closeButtonProps={{ 'aria-label': t('shell:dialog.close') }}
    >
      {step === 'signIn' && <SignInToBuy />}
      {step === 'tooFew' && <TooFewCoins wish={wish} missing={missing} />}
      {step === 'confirm' && (
        <ConfirmPurchase
          wish={wish}
          balance={balance ?? undefined}
          onTooFew={() => setTooFew(true)}
          onPrice={setPrice}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
