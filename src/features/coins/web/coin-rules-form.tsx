import { Alert, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Limits } from '#shared/formats/whole-number.ts';
import { dateInWords } from '#shared/time/date-in-words.ts';
import { call } from '#web/api/call.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { useCountCheck } from '#web/ui/figures/use-count-check.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { useStoredForm } from '#web/ui/forms/use-stored-form.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { type CoinSettings, changeCoinSettings, coinLimits, coinRules } from '../contract.ts';
import { coinSettingsQuery, waysToEarnQuery } from './queries.ts';

/** The numbers of coins and streaks, for administrators. */
export function CoinRulesForm() {
  const { t } = useTranslation('coins');
  const { data, error, refetch } = useQuery(coinSettingsQuery);
  if (data) return <RulesForm settings={data} />;
  if (error) return <ErrorState error={error} title={t('rules.readFailed')} onRetry={refetch} />;
  return <LoadingBlocks heights={['36rem']} />;
}

type Field = { name: keyof Numbers; label: string; limits: Limits };
type Numbers = Record<string, number>;

/** Rules with a daily limit have a second field. */
const limits = {
  counted_video: 'dailyVideos',
  attended_class: 'dailyClasses',
  referral: 'dailyReferrals',
} as const;

function RulesForm({ settings }: { settings: CoinSettings }) {
  const { t } = useTranslation('coins');
  const rules: Field[] = [
    ...coinRules.map((rule) => ({ name: rule, label: t(`rules.${rule}`), limits: coinLimits.amount })),
    ...Object.values(limits).map((limit) => ({
      name: limit,
      label: t(`rules.${limit}`),
      limits: coinLimits.dailyMost,
    })),
  ];
  const month: Field[] = [
    { name: 'monthlyCeiling', label: t('rules.ceiling'), limits: coinLimits.monthlyCeiling },
  ];
  const streaks: Field[] = [
    { name: 'mostShields', label: t('rules.shields'), limits: coinLimits.mostShields },
    { name: 'holidayDays', label: t('rules.holiday'), limits: coinLimits.holidayDays },
    { name: 'daysBetweenHolidays', label: t('rules.between'), limits: coinLimits.daysBetweenHolidays },
  ];
  const within = useCountCheck();
  const form = useStoredForm(numbersOf(settings), {
    validate: Object.fromEntries(
      [...rules, ...month, ...streaks].map(({ name, limits }) => [name, within(limits)]),
    ),
  });
  const save = useAct((values: Numbers) => call(changeCoinSettings, { body: settingsOf(values) }), {
    stale: ['coins'],
    done: t('rules.saved'),
    failed: t('rules.failed'),
  });
  const fields = (of: Field[]) => (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} style={{ alignItems: 'end' }}>
      {of.map(({ name, ...field }) => (
        <CountField key={name} {...field} required {...form.getInputProps(name)} />
      ))}
    </SimpleGrid>
  );
  return (
    <Card
      component="form"
      noValidate
      aria-label={t('rules.title')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Stack gap="lg">
        <Text c="dimmed">{t('rules.text')}</Text>
        <Title order={2} size="h4">
          {t('rules.earned')}
        </Title>
        {fields(rules)}
        <Title order={2} size="h4">
          {t('rules.month')}
        </Title>
        <IssuedSoFar settings={settings} />
        {fields(month)}
        <Title order={2} size="h4">
          {t('rules.streaks')}
        </Title>
        {fields(streaks)}
        <Group>
          <Button type="submit" color="coins" disabled={!form.isDirty()} loading={save.isPending}>
            {t('rules.save')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** How far the month is; told as a warning once practice no longer pays. */
function IssuedSoFar({ settings: { issued, monthlyCeiling } }: { settings: CoinSettings }) {
  const { t, i18n } = useTranslation('coins');
  const { number } = useFigures();
  const { data } = useQuery(waysToEarnQuery);
  const issuedText = t('rules.issued', { issued: number(issued), ceiling: number(monthlyCeiling) });
  if (!data?.resumesOn) return <Text>{issuedText}</Text>;
  return (
    <Alert color="cup" title={issuedText}>
      {t('rules.spent', { day: dateInWords(data.resumesOn, i18n.language) })}
    </Alert>
  );
}

function numbersOf({ rules, issued: _, ...settings }: CoinSettings): Numbers {
  const ofRules = rules.flatMap(({ rule, amount, dailyMost }) => [
    [rule, amount],
    ...(rule in limits ? [[limits[rule as keyof typeof limits], dailyMost ?? 1000]] : []),
  ]);
  return { ...Object.fromEntries(ofRules), ...settings };
}

function settingsOf(values: Numbers) {
  const { monthlyCeiling = 0, mostShields = 0, holidayDays = 0, daysBetweenHolidays = 0 } = values;
  const rules = coinRules.map((rule) => ({
    rule,
    amount: values[rule] ?? 0,
    dailyMost: rule in limits ? (values[limits[rule as keyof typeof limits]] ?? null) : null,
  }));
  return { rules, monthlyCeiling, mostShields, holidayDays, daysBetweenHolidays };
}
