import { useSearchParams } from 'react-router';
import { mondayOf } from '#shared/time/calendar-days.ts';
import { dayInAddress } from '../day-in-address.ts';
import { type DrawerTab, drawerTabs } from './class-drawer.tsx';

type View = 'calendar' | 'list';

/** What the address of the organiser's page can hold; a parameter with its default value is left out. */
type Change = {
  view?: View;
  week?: string;
  class?: string | null;
  /** The part of the class that is shown, of which the first is the default; `link`: the field of its meeting link. */
  tab?: DrawerTab | null;
  /** Opens the form, with the values of another class where it names one. */
  new?: '' | null;
  date?: string | null;
  time?: string | null;
  copy?: string | null;
};

/**
 * The state of the organiser's page, kept in its address: the view, the week, the open class and the open form. A
 * reload and the Back button show the same page again.
 */
export function useOrganiseAddress(today: string) {
  const [address, setAddress] = useSearchParams();

  function go(change: Change): void {
    // A closed class takes the place of the open one, so that Back does not open it again, and a tab that of another
    // tab. The form that was closed comes back with what was typed.
    const closesClass = change.class === null && change.new === undefined;
    const turnsTab = change.tab !== undefined && change.class === undefined;
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          const isDefault =
            (name === 'view' && value === 'calendar') ||
            (name === 'tab' && value === 'details') ||
            (name === 'week' && value === mondayOf(today));
          if (value === null || isDefault) after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: closesClass || turnsTab, preventScrollReset: true },
    );
  }

  return {
    view: (address.get('view') === 'list' ? 'list' : 'calendar') as View,
    monday: mondayOf(dayInAddress(address.get('week')) ?? today),
    openId: address.get('class'),
    tab: tabIn(address.get('tab')),
    isFormOpen: address.has('new'),
    seed: {
      date: dayInAddress(address.get('date')),
      time: /^\d\d:\d\d$/.exec(address.get('time') ?? '')?.[0] ?? null,
      copy: address.get('copy'),
    },
    go,
  };
}

function tabIn(text: string | null): DrawerTab {
  return drawerTabs.find((tab) => tab === text) ?? 'details';
}
