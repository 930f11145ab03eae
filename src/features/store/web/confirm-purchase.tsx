import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coinRefusals } from '#features/coins/contract.ts';
import { CoinAmount } from '#features/coins/web/coin-amount.tsx';
import { CallError, isRefusal } from '#web/api/call-error.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { storeRefusals } from '../contract.ts';
import type { AskedPurchase, KnownBalance } from './asked-purchase.ts';
import { ItemDrawing } from './item-drawing.tsx';
import { usePurchase } from './queries.ts';
import styles from './store.module.css';

/** The price, the balance after it, and the button that buys. A failure stays visible, with a retry. */
export function ConfirmPurchase({
  asked,
  balance,
  onTooFew,
  onPrice,
  onClose,
}: {
  asked: AskedPurchase;
  /** Unless it is a number, only the server decides. */
  balance: Exclude<KnownBalance, null>;
  onTooFew: () => void;
  /** The present price. */
  onPrice: (price: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['store', 'shell']);
  const { number } = useFigures();
  const name = t(`items.${asked.id}.name`, { defaultValue: asked.id });
  const purchase = usePurchase(asked, (left) => {
    toastSuccess(t('bought.title'), t('bought.text', { name, count: left, figure: number(left) }));
    onClose();
  });
  // During the purchase, the balance may already be the one after it.
  const [before, setBefore] = useState<typeof balance>();
  const newPrice = isRefusal(purchase.error, storeRefusals.priceChanged.code);
  // Nothing was charged, so the balance is right.
  const shown = purchase.isIdle || newPrice ? balance : before;
  const buy = () => {
    if (purchase.isIdle || newPrice) setBefore(balance);
    purchase.mutate(undefined, {
      onError: (error) => {
        if (isRefusal(error, coinRefusals.tooFew.code)) onTooFew();
        if (isRefusal(error, storeRefusals.priceChanged.code)) onPrice(Number(error.detail?.price));
      },
    });
  };

  function trouble(): string {
    if (newPrice) return t('dialog.newPrice', { figure: number(asked.price), count: asked.price });
    if (wasLost(purchase.error)) return t('dialog.lost');
    return `${t('dialog.failed')} ${refusalText(purchase.error)}`;
  }

  return (
    <Stack>
      <Group wrap="nowrap" gap="md">
        <ItemDrawing icon={asked.icon} category={asked.category} />
        <Text fw={700} className={styles.words}>
          {name}
        </Text>
      </Group>
      <dl className={styles.sum}>
        {shown !== 'unread' && <Line term={t('dialog.balance')} coins={shown} />}
        <Line term={t('dialog.price')} coins={asked.price} />
        {shown !== 'unread' && (
          <Line term={t('dialog.left')} coins={shown === undefined ? undefined : shown - asked.price} total />
        )}
      </dl>
      <Text size="sm" c="dimmed">
        {/* A shield is in hand at once, without the team's work. */}
        {asked.id === 'streak-shield'
          ? t('items.streak-shield.description')
          : t(`delivery.${asked.category}`)}
      </Text>
      {purchase.isError && (
        <Alert
          color={newPrice ? 'coins' : 'red'}
          variant="light"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
        >
          {trouble()}
        </Alert>
      )}
      <DialogActs>
        <Button variant="default" onClick={onClose} disabled={purchase.isPending}>
          {t('shell:dialog.cancel')}
        </Button>
        <Button color="coins" loading={purchase.isPending} onClick={buy} data-autofocus>
          {t(purchase.isError && !newPrice ? 'dialog.again' : 'dialog.buy')}
        </Button>
      </DialogActs>
    </Stack>
  );
}

/** No answer came, so the outcome is unknown: a retry is safe only with the same key. */
function wasLost(error: unknown): boolean {
  return error instanceof CallError && error.status === 0;
}

function Line({ term, coins, total = false }: { term: string; coins: number | undefined; total?: boolean }) {
  return (
    <div className={total ? styles.total : undefined}>
      <dt>{term}</dt>
      <dd>{coins === undefined ? <Skeleton h="1.25rem" w="4rem" /> : <CoinAmount coins={coins} />}</dd>
    </div>
  );
}
