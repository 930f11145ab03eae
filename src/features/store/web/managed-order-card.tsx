import { Anchor, Badge, Button, Card, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { personAddress } from '#features/accounts/rules.ts';
import { CoinAmount } from '#features/coins/web/coin-amount.tsx';
import { useDates } from '#web/i18n/use-dates.ts';
import { LinkedText } from '#web/ui/written-text/linked-text.tsx';
import type { ManagedOrder } from '../contract.ts';
import { stateColours } from './orders.tsx';
import styles from './store.module.css';

/** An order with its actions for administrators and teachers; `choice` where several may be fulfilled at once. */
export function ManagedOrderCard({
  order,
  choice,
  onAct,
}: {
  order: ManagedOrder;
  choice: { chosen: boolean; onChoose: (chosen: boolean) => void } | null;
  onAct: (act: 'fulfil' | 'refund') => void;
}) {
  const { t } = useTranslation('store');
  const { moment } = useDates();
  const { status, buyer, allowed, note, certificate, settledBy } = order;
  const item = t(`items.${order.itemId}.name`, { defaultValue: order.itemId });
  const about = { item, name: buyer.name };
  return (
    <Card component="li" padding="md">
      <div className={styles.managedOrder}>
        <span className={styles.choice}>
          {choice && (
            <Checkbox
              size="md"
              aria-label={t('manage.many.choose', about)}
              checked={choice.chosen}
              onChange={({ currentTarget }) => choice.onChoose(currentTarget.checked)}
            />
          )}
        </span>
        <Group gap="xs" className={styles.words}>
          <Text fw={700}>{item}</Text>
          <Badge color={stateColours[status]}>{t(`orders.${status}.label`)}</Badge>
          {buyer.ageGroup === 'kid' && <Badge color="cup">{t('manage.kid')}</Badge>}
        </Group>
        <span className={styles.managedPrice}>
          <CoinAmount coins={order.price} />
        </span>
        <Stack gap="xs" className={styles.managedWords}>
          <Text className={styles.words}>
            {buyer.id ? (
              <Anchor component={Link} to={personAddress(buyer.id)}>
                {buyer.name}
              </Anchor>
            ) : (
              buyer.name
            )}
            {buyer.email && (
              <Anchor href={`mailto:${buyer.email}`} display="block" size="sm">
                {buyer.email}
              </Anchor>
            )}
          </Text>
          <Text size="sm" c="dimmed">
            {t('manage.bought', { moment: moment(order.createdAt) })}
            {settledBy &&
              order.settledAt &&
              status !== 'pending' &&
              ` · ${t(`manage.settled.${status}`, { moment: moment(order.settledAt), name: settledBy })}`}
          </Text>
          {note && <LinkedText size="sm" text={note} />}
          {certificate && (
            <Anchor component={Link} to={`/certificates/${certificate}`} className={styles.toCertificate}>
              {t('orders.toCertificate')}
            </Anchor>
          )}
          {status === 'pending' && !allowed.fulfil && (
            <Text size="sm" c="dimmed">
              {t(allowed.refund ? 'refusals.store.buyer-needs-consent' : 'manage.own')}
            </Text>
          )}
        </Stack>
        {(allowed.fulfil || allowed.refund) && (
          <Group gap="sm" className={styles.managedActs}>
            {allowed.fulfil && (
              <Button
                size="sm"
                color="coins"
                aria-label={t('manage.fulfilThis', about)}
                onClick={() => onAct('fulfil')}
              >
                {t('manage.fulfil')}
              </Button>
            )}
            {allowed.refund && (
              <Button
                size="sm"
                variant="default"
                aria-label={t('manage.refundThis', about)}
                onClick={() => onAct('refund')}
              >
                {t('manage.refund')}
              </Button>
            )}
          </Group>
        )}
      </div>
    </Card>
  );
}
