import { shallowEqual } from '@mantine/hooks';
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefCallback,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

type Props = Record<string, unknown>;
type Handler = (...values: unknown[]) => void;

/**
 * A button, and the overlay that opens at it, whose code is loaded later. Mantine expects the button as the overlay's
 * child, so it would be mounted again when the code arrives, and a press under way or the focus would be lost. A proxy
 * that draws nothing takes the button's place there and hands on Mantine's props.
 */
export function Target({
  button,
  before,
  children,
}: {
  button: ReactElement;
  /** What the button has until the code is here. */
  before?: Props;
  /** Draws what opens, around the proxy; null until its code is here. */
  children: (targetProxy: ReactElement) => ReactNode;
}) {
  const element = useRef<HTMLElement>(null);
  const { lent, lend } = useLent();
  const opens = children(<TargetProxy lend={lend} element={element} />);
  const own = button.props as Props;
  return (
    <>
      {cloneElement(button, { ...both(own, opens ? lent : (before ?? {})), ref: element } as Props)}
      {opens}
    </>
  );
}

/** The props of a button with those it is lent: of handlers of one event, its own runs first. */
function both(own: Props, lent: Props): Props {
  const given = Object.entries(lent).filter(([, value]) => value !== undefined);
  const merged = given.map(([name, value]) => {
    const before = own[name];
    if (typeof before !== 'function' || typeof value !== 'function') return [name, value];
    return [
      name,
      (...values: unknown[]) => {
        before(...values);
        value(...values);
      },
    ];
  });
  return Object.fromEntries(merged);
}

/** What was lent last. Handlers stay the same from one drawing to the next, and call the latest ones. */
function useLent() {
  const [lent, setLent] = useState<Props>({});
  const latest = useRef<Props>({});
  const handlers = useRef(new Map<string, Handler>());
  const lend = useCallback(({ className, ...props }: Props) => {
    latest.current = props;
    const stable = Object.entries(props).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value];
      const handler =
        handlers.current.get(name) ??
        ((...values) => (latest.current[name] as Handler | undefined)?.(...values));
      handlers.current.set(name, handler);
      return [name, handler];
    });
    const next = Object.fromEntries(stable);
    setLent((current) => (shallowEqual(current, next) ? current : next));
  }, []);
  return { lent, lend };
}

/** Drawn by Mantine as its target, with props and a reference for it. */
function TargetProxy({
  lend,
  element,
  ref,
  ...props
}: {
  lend: (props: Props) => void;
  element: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement>;
}) {
  useLayoutEffect(() => lend(props));
  useLayoutEffect(() => {
    const refer = ref as RefCallback<HTMLElement>;
    const leave = refer(element.current);
    return () => {
      if (leave) leave();
      else refer(null);
    };
  }, [ref, element]);
  return null;
}
