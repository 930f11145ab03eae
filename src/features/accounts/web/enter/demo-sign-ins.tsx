import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconSchool, IconSettings, IconUser } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { listDemoSignIns } from '../../contract.ts';

const icons = { student: IconUser, teacher: IconSchool, admin: IconSettings };

export const demoSignInsQuery = queryOptions({
  queryKey: ['accounts', 'demo-sign-ins'],
  queryFn: ({ signal }) => call(listDemoSignIns, undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Buttons that sign in to the demo community; nothing in any other community. */
export function DemoSignIns({
  busy,
  onPick,
}: {
  busy: boolean;
  onPick: (credentials: { email: string; password: string }) => void;
}) {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(demoSignInsQuery);
  if (!data || data.signIns.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="demo-title">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" id="demo-title">
            {t('demo.title')}
          </Title>
          <Text c="dimmed" size="sm">
            {t('demo.text')}
          </Text>
        </div>
        {data.signIns.map(({ role, email, password }) => {
          const Icon = icons[role];
          return (
            <Button
              key={email}
              variant="default"
              justify="flex-start"
              leftSection={<Icon size="1.25rem" aria-hidden />}
              disabled={busy}
              onClick={() => onPick({ email, password })}
            >
              {t(`demo.${role}`)}
            </Button>
          );
        })}
      </Stack>
    </Paper>
  );
}
