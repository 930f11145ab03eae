import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';

/** Fills the place that the page of payments leaves for recording a payment made by hand. */
export default function RecordPaymentPart() {
  const { t } = useTranslation('people');
  const [opened, dialog] = useDisclosure();
  return (
    <>
      <FillShellSlot name="action">
        <Button color="teach" leftSection={<IconPlus size="1.25rem" aria-hidden />} onClick={dialog.open}>
          {t('record.open')}
        </Button>
        {opened && <RecordPaymentDialog onClose={dialog.close} />}
      </FillShellSlot>
      <Outlet />
    </>
  );
}
