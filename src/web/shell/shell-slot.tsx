import { createContext, Fragment, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';

/** Places in the bar above the page: `top` (the balance) and `tools` (notices). A frame says which of them it has. */
type BarSlotName = 'top' | 'tools';

/**
 * Places that features fill: those of the bar, and in a page that leaves room: `part` (another feature's part), `aside`
 * (beside it), `end` (after the parts) and `action` (beside the title).
 */
export type ShellSlotName = BarSlotName | 'part' | 'aside' | 'end' | 'action';

type Places = Partial<Record<ShellSlotName, HTMLElement | null>>;
const PlacesContext = createContext<Places>({});
const PlaceContext = createContext<(name: ShellSlotName, element: HTMLElement | null) => void>(() => {});
/** What fills the places of a page that the server writes. */
const WrittenContext = createContext(new Map<ShellSlotName, ReactNode[]>());

/**
 * The elements of the bar's places are made here, before the bar is drawn, so that what fills them is drawn with it. A
 * place that a page leaves is known once the page stands; React then draws what fills it in a second pass, which does
 * not give way to the reader.
 */
export function ShellSlots({ bar = [], children }: { bar?: readonly BarSlotName[]; children: ReactNode }) {
  const [ofBar] = useState<Places>(() =>
    import.meta.env.SSR ? {} : Object.fromEntries(bar.map((name) => [name, document.createElement('div')])),
  );
  const [places, setPlaces] = useState(ofBar);
  const [place] = useState(() => (name: ShellSlotName, element: HTMLElement | null) => {
    const made = ofBar[name];
    if (made) element?.append(made);
    else setPlaces((current) => (current[name] === element ? current : { ...current, [name]: element }));
  });
  if (import.meta.env.SSR) return <WrittenContext value={new Map()}>{children}</WrittenContext>;
  return (
    <PlaceContext value={place}>
      <PlacesContext value={places}>{children}</PlacesContext>
    </PlaceContext>
  );
}

/** Where the shell leaves room. */
export function ShellSlotPlace({ name }: { name: ShellSlotName }) {
  const place = useContext(PlaceContext);
  const [settle] = useState(() => (element: HTMLElement | null) => place(name, element));
  if (import.meta.env.SSR) return <Written name={name} />;
  return <div ref={settle} data-slot={name} />;
}

/** The server has no elements. It writes from the top, so a place in the page finds what layouts above put there. */
function Written({ name }: { name: ShellSlotName }) {
  const parts = useContext(WrittenContext).get(name) ?? [];
  return (
    <div data-slot={name}>
      {parts.map((part, nth) => (
        <Fragment key={nth}>{part}</Fragment>
      ))}
    </div>
  );
}

function Write({ name, children }: { name: ShellSlotName; children: ReactNode }) {
  const written = useContext(WrittenContext);
  written.set(name, [...(written.get(name) ?? []), children]);
  return null;
}

/**
 * Puts something of a feature into the frame, from a layout route of that feature:
 * `<FillShellSlot name="top"><Balance /></FillShellSlot>`. Where nothing leaves room for it, it shows nothing.
 */
export function FillShellSlot({ name, children }: { name: ShellSlotName; children: ReactNode }) {
  const element = useContext(PlacesContext)[name];
  if (import.meta.env.SSR) return <Write name={name}>{children}</Write>;
  return element ? createPortal(children, element) : null;
}
