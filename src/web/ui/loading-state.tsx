import { Center, Loader, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** 'Cargando...' while something loads; `full` fills the window. */
export function LoadingState({ full = false }: { full?: boolean }) {
  const { t } = useTranslation('shell');
  return (
    <Center role="status" mih={full ? '100dvh' : '16rem'}>
      <Stack align="center" gap="sm">
        <Loader type="dots" aria-hidden />
        {/* The chosen language may arrive between the page as written out and as drawn. */}
        <Text c="dimmed" suppressHydrationWarning>
          {t('loading')}
        </Text>
      </Stack>
    </Center>
  );
}
