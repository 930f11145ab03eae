/**
 * Gives the written page what HTML has not: the menu on a phone, light and dark, another language, sections where an
 * anchor says, and for a member the way to their own pages. It is sent as its source, so it uses nothing from outside.
 * `anchors` are the addresses within the page that a member may want to see.
 */
export function turnOn(anchors: readonly string[]): void {
  const page = document.documentElement;
  const all = <Kind extends HTMLElement>(selector: string) => document.querySelectorAll<Kind>(selector);
  const save = (key: string, value: string) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // A browser that keeps nothing forgets the choice.
    }
  };

  /** As theme-colour.tsx does in the application. */
  const colourBars = (scheme: string | undefined) => {
    const paper = scheme === 'dark' ? '#171826' : '#fbf5ea';
    for (const colour of all('meta[name="theme-color"]')) colour.setAttribute('content', paper);
  };
  colourBars(page.dataset.mantineColorScheme);

  for (const button of all('[data-scheme]')) {
    button.onclick = () => {
      const scheme = button.dataset.scheme ?? 'light';
      page.dataset.mantineColorScheme = scheme;
      colourBars(scheme);
      save('mantine-color-scheme-value', scheme);
    };
  }

  for (const picker of all<HTMLSelectElement>('[data-languages]')) {
    // A browser that goes back shows what was picked last.
    picker.value = page.lang;
    picker.onchange = () => {
      save('sumi.locale', picker.value);
      location.assign(`/${picker.value}${location.hash}`);
    };
  }

  for (const menu of all<HTMLDialogElement>('dialog')) {
    for (const button of all('[data-opens-menu]')) button.onclick = () => menu.showModal();
    menu.onclick = ({ target }) => {
      if (target === menu || (target as Element).closest('a')) menu.close();
    };
  }

  // A section stands where it belongs once those above it are drawn (landing.module.css).
  for (const anchor of all('a[href^="#"]')) {
    anchor.addEventListener('click', () => {
      page.dataset.whole = '';
    });
  }

  const lead = async () => {
    try {
      const answer = await fetch('/api/accounts/me', { headers: { accept: 'application/json' } });
      const { account } = (await answer.json()) as { account: { role: string; factorDue: boolean } | null };
      if (account && !anchors.includes(location.hash)) {
        location.replace(account.role === 'admin' || account.factorDue ? '/admin' : '/feed');
        return;
      }
      if (account) page.dataset.member = '';
    } catch {
      // Without an answer it is the page for everybody.
    }
    delete page.dataset.wasSignedIn;
  };
  lead();
}
