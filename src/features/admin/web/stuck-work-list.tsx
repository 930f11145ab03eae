import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { StuckWork } from '../contract.ts';
import classes from './overview.module.css';
import { stuckWorkNames } from './stuck-work-names.ts';

/** Work that the server has tried several times without success, with what the last attempt said. */
export function StuckWorkList({ stuck }: { stuck: StuckWork[] }) {
  const { t } = useTranslation('admin');
  const { number } = useFigures();
  const { moment } = useDates();
  const nameOf = ({ kind, count }: StuckWork) => {
    const name = stuckWorkNames[kind as keyof typeof stuckWorkNames];
    return name ? t(name, { count, figure: number(count) }) : t('stuck.chore', { name: kind });
  };
  return (
    <section aria-labelledby="stuck" className={classes.stuck}>
      <Title order={3} size="h4" id="stuck">
        {t('stuck.title')}
      </Title>
      <Text c="dimmed">{t('stuck.text')}</Text>
      <ul>
        {stuck.map((one) => (
          <li key={one.kind}>
            <Text fw={600}>{nameOf(one)}</Text>
            <Text size="sm" c="dimmed">
              {t('stuck.since', { moment: moment(one.since) })}
              {one.lastError && ` · ${one.lastError}`}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
