import { Group, NativeSelect, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NoticeChoices } from '../contract.ts';
import { defaultQuiet } from '../rules.ts';
import styles from './choices.module.css';
import { useChangeChoices } from './use-choices.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const asTime = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** The hours in which nothing leaves Sumi that can wait. */
export function QuietHours({ quiet }: Pick<NoticeChoices, 'quiet'>) {
  const { t } = useTranslation('notifications');
  const change = useChangeChoices();
  // An hour that would leave nothing between the two cannot be chosen.
  const offered = (other: number) =>
    hours.filter((hour) => hour !== other).map((hour) => ({ value: String(hour), label: asTime(hour) }));
  return (
    <>
      <Switch
        size="md"
        labelPosition="left"
        className={styles.choice}
        label={t('choices.quiet')}
        description={t('choices.quietText')}
        checked={quiet !== null}
        onChange={({ currentTarget }) => change({ quiet: currentTarget.checked ? defaultQuiet : null })}
      />
      {quiet && (
        <Group gap="md" grow className={styles.choice}>
          <NativeSelect
            label={t('choices.quietFrom')}
            data={offered(quiet.until)}
            value={String(quiet.from)}
            onChange={({ currentTarget }) =>
              change({ quiet: { ...quiet, from: Number(currentTarget.value) } })
            }
          />
          <NativeSelect
            label={t('choices.quietUntil')}
            data={offered(quiet.from)}
            value={String(quiet.until)}
            onChange={({ currentTarget }) =>
              change({ quiet: { ...quiet, until: Number(currentTarget.value) } })
            }
          />
        </Group>
      )}
    </>
  );
}
