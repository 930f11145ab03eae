import { Button, Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import styles from './store.module.css';

/** Ticks all orders that are shown and `open`, and fulfils those `chosen`. It stays in sight while one scrolls. */
export function ChooseOrders({
  open,
  chosen,
  onChoose,
  onFulfil,
}: {
  open: number;
  chosen: number;
  onChoose: (all: boolean) => void;
  onFulfil: () => void;
}) {
  const { t } = useTranslation('store');
  const { number } = useFigures();
  return (
    <Group className={styles.choosing} justify="space-between" gap="sm">
      <Checkbox
        size="md"
        label={t('manage.many.chooseAll')}
        checked={chosen === open}
        indeterminate={chosen > 0 && chosen < open}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      {chosen > 0 && (
        <Button color="coins" flex="none" onClick={onFulfil}>
          {t('manage.many.fulfil', { count: chosen, figure: number(chosen) })}
        </Button>
      )}
    </Group>
  );
}
