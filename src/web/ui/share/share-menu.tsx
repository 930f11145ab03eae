import { Button, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconDots, IconQrcode, IconShare } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../loading-state.tsx';
import { lazyComponent } from '../overlays/lazy-component.tsx';
import { Modal } from '../overlays/lazy-dialog.tsx';
import { Menu } from '../overlays/menu.tsx';
import { toastSuccess } from '../toasts/toast.ts';
import { copyOrShow } from './copy-or-show.ts';
import { whatsappAddress } from './whatsapp-address.ts';

// What draws the code is fetched with the first one.
const QrCode = lazyComponent(async () => (await import('./qr-code.tsx')).QrCode);

/**
 * A button with the ways to pass an address on: WhatsApp with a message, copying, a QR code, and the device's own list
 * of programs where the browser has one.
 */
export function ShareMenu({
  title,
  message,
  address,
  named = false,
}: {
  title: string;
  /** What WhatsApp is handed, with the address in it. */
  message: string;
  address: string;
  /** Says the title in the button's name too, where a page has several. */
  named?: boolean;
}) {
  const { t } = useTranslation('shell');
  const [showsCode, setShowsCode] = useState(false);
  const copy = async () => {
    if (await copyOrShow(address, t('share.copyFailed'))) toastSuccess(t('share.copied'), title);
  };
  // A person who closes the device's list has shared nothing, which is no error.
  const shareByDevice = () => navigator.share({ title, url: address }).catch(() => {});
  return (
    <>
      <Menu
        position="bottom-start"
        withinPortal
        target={
          <Button
            variant="default"
            leftSection={<IconShare size="1.25rem" aria-hidden />}
            aria-label={named ? `${t('share.open')}: ${title}` : undefined}
          >
            {t('share.open')}
          </Button>
        }
      >
        <Menu.Item
          component="a"
          href={whatsappAddress(message)}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandWhatsapp size="1.25rem" aria-hidden />}
        >
          {t('share.whatsapp')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size="1.25rem" aria-hidden />} onClick={copy}>
          {t('share.copy')}
        </Menu.Item>
        <Menu.Item leftSection={<IconQrcode size="1.25rem" aria-hidden />} onClick={() => setShowsCode(true)}>
          {t('share.code')}
        </Menu.Item>
        {'share' in navigator && (
          <Menu.Item leftSection={<IconDots size="1.25rem" aria-hidden />} onClick={shareByDevice}>
            {t('share.more')}
          </Menu.Item>
        )}
      </Menu>
      <Modal opened={showsCode} onClose={() => setShowsCode(false)} title={title}>
        <Stack>
          <Suspense fallback={<LoadingState />}>
            <QrCode text={address} label={t('share.codeOf', { title })} />
          </Suspense>
          <Text ta="center" c="dimmed">
            {t('share.codeText')}
          </Text>
        </Stack>
      </Modal>
    </>
  );
}
