import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { useCountCheck } from '#web/ui/figures/use-count-check.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { useStoredForm } from '#web/ui/forms/use-stored-form.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { type FeedSettings, feedLimits, readFeedSettings, setFeedSettings } from '../../contract.ts';

const settingsQuery = queryOptions({
  queryKey: ['videos', 'feed-settings'],
  queryFn: ({ signal }) => call(readFeedSettings, undefined, { signal }),
});

/** How the feed mixes its videos. */
export function FeedSettingsPanel() {
  const { t } = useTranslation('videos');
  const { data, error, refetch } = useQuery(settingsQuery);
  if (data) return <FeedSettingsForm settings={data} />;
  if (error) return <ErrorState error={error} title={t('mix.readFailed')} onRetry={() => void refetch()} />;
  return <LoadingBlocks heights={['16rem']} />;
}

const fields = [
  ['discoveryPercent', ' %'],
  ['topicsPercent', ' %'],
  ['newDays', ''],
] as const;

function FeedSettingsForm({ settings }: { settings: FeedSettings }) {
  const { t } = useTranslation('videos');
  const within = useCountCheck();
  const form = useStoredForm(settings, {
    validate: Object.fromEntries(fields.map(([field]) => [field, within(feedLimits[field])])),
  });
  const save = useAct((body: FeedSettings) => call(setFeedSettings, { body }), {
    stale: settingsQuery.queryKey,
    done: t('mix.saved'),
    failed: t('failed'),
  });
  return (
    <Card component="section" maw="36rem">
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <Text c="dimmed">{t('mix.text')}</Text>
          {fields.map(([field, suffix]) => (
            <CountField
              key={field}
              label={t(`mix.${field}`)}
              description={t(`mix.${field}Text`)}
              limits={feedLimits[field]}
              suffix={suffix}
              required
              {...form.getInputProps(field)}
            />
          ))}
          <Group>
            <Button type="submit" color="feed" disabled={!form.isDirty()} loading={save.isPending}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
