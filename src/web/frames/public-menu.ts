import { useTranslation } from 'react-i18next';
import type { BarLink } from '../shell/bar-links.tsx';

/** The links of the bar over the public pages; some are only for signed-in people. */
export function usePublicMenu(signedIn: boolean): BarLink[] {
  const { t } = useTranslation('shell');
  const links = [
    { to: '/#inicio', label: t('menu.home') },
    { to: '/dashboard', label: t('menu.dashboard'), own: true },
    { to: '/feed', label: t('menu.feed'), own: true },
    { to: '/#desafio', label: t('menu.challenge') },
    { to: '/#clubes', label: t('menu.clubs') },
    { to: '/classes', label: t('menu.classes'), own: true },
  ];
  return links.filter(({ own }) => signedIn || !own);
}
