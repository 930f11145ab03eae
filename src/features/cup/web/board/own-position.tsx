import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import type { CupLine } from '../../contract.ts';
import { ownCupQuery } from '../queries.ts';

const OwnPositionDialog = lazyDialog(
  async () => (await import('./own-position-dialog.tsx')).OwnPositionDialog,
);

/** The member's position in the cup; the button opens their claim. */
export function OwnPosition({ own }: { own: CupLine | null }) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const [opened, dialog] = useDisclosure();
  const { claim, allowed } = useQuery(ownCupQuery).data ?? {};
  const label = () => {
    if (own) return t('own.at', { position: number(own.position) });
    if (claim?.status === 'pending') return t('own.waiting');
    return t(allowed?.claim ? 'own.position' : 'own.open');
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserCheck size="1.25rem" aria-hidden />}
        onClick={dialog.open}
      >
        {label()}
      </Button>
      <OwnPositionDialog own={own} opened={opened} onClose={dialog.close} />
    </>
  );
}
