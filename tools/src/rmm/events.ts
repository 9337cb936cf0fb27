/** What a thread does on a device, in the order in which it is logged. */
export type RmmEvent = AllocationEvent | ScopeEvent;

export interface AllocationEvent {
  readonly kind: 'allocate' | 'free' | 'failure';
  readonly threadId: number;
  /** As logged, µs since the first midnight; may lie before the time of the event before it. */
  readonly timeUs: number;
  /** 0 for a failure, and for an allocation of no bytes. */
  readonly address: number;
  readonly bytes: number;
  readonly stream: number;
}

/** A user range of a thread begins or ends; no log has it. */
export interface ScopeEvent {
  readonly kind: 'enter' | 'exit';
  readonly threadId: number;
  readonly timeUs: number;
  readonly name: string;
}

/** Told of every event as it happens. */
export type EventListener = (event: RmmEvent) => void;

export function isLogged(event: RmmEvent): event is AllocationEvent {
  return event.kind !== 'enter' && event.kind !== 'exit';
}
