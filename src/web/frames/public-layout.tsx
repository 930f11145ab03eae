import { Outlet } from 'react-router';
import { signOutHere } from '#features/accounts/web/session/sign-out.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { useKeepAccount } from '#features/profiles/web/use-keep-account.ts';
import { LocaleKeeper } from '../i18n/locale-keeper.ts';
import { PublicBar } from '../shell/public-bar.tsx';
import { usePublicMenu } from './public-menu.ts';

/** The frame of the pages that visitors may see. */
export default function PublicLayout() {
  const keep = useKeepAccount();
  const { account, isLoading } = useAccount();
  const links = usePublicMenu(account !== null);
  return (
    <LocaleKeeper value={(locale) => keep({ locale })}>
      <PublicBar
        links={links}
        person={isLoading ? undefined : account}
        admin={account?.role === 'admin'}
        onSignOut={signOutHere}
      />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </LocaleKeeper>
  );
}
