import { Button, Card, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Movement } from '#features/coins/contract.ts';
import { detailOf, titleOf } from '#features/coins/web/movement-text.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import classes from './dashboard.module.css';
import { lastMovementsQuery, shownMovements } from './queries.ts';

/** What moved the person's coins last. */
export function LastMovements() {
  const { t } = useTranslation('profiles');
  const { data, error, refetch } = useQuery(lastMovementsQuery);
  return (
    <Card component="section" aria-labelledby="last-movements">
      <div className={classes.sectionHead}>
        <Title order={2} size="h3" id="last-movements">
          {t('dashboard.movements.title')}
        </Title>
        <Button component={Link} to="/coins" variant="subtle" size="sm">
          {t('dashboard.movements.all')}
        </Button>
      </div>
      {data && data.items.length === 0 && <Text c="dimmed">{t('dashboard.movements.empty')}</Text>}
      {data && data.items.length > 0 && (
        <ul className={classes.movements}>
          {data.items.map((movement) => (
            <MovementRow key={movement.id} movement={movement} />
          ))}
        </ul>
      )}
      {!data && error && <ErrorState isPart error={error} onRetry={refetch} />}
      {!data && !error && <LoadingBlocks heights={['3rem']} times={shownMovements} gap="md" />}
    </Card>
  );
}

function MovementRow({ movement }: { movement: Movement }) {
  const { t, i18n } = useTranslation('coins');
  const { signed } = useFigures();
  const { dayOfYear } = useDates();
  const { amount, createdAt } = movement;
  const details = [detailOf(movement, i18n), dayOfYear(createdAt)];
  return (
    <li className={classes.movement}>
      <span className={classes.movementTitle}>{titleOf(movement, i18n)}</span>
      <span className={classes.amount} data-sign={amount > 0 ? 'plus' : 'minus'}>
        <span aria-hidden="true">{signed(amount)}</span>
        <span className="visually-hidden">{t('amount', { count: amount, figure: signed(amount) })}</span>
      </span>
      <span className={classes.movementText}>{details.filter(Boolean).join(' · ')}</span>
    </li>
  );
}
