/** What a hand does on a chart; positions are px from the top left corner of the element. */
export interface PointerActions {
  hover(x: number, y: number, event: PointerEvent): void;
  leave(): void;
  click(x: number, y: number): void;
  doubleClick(): void;
  dragStart?(x: number, y: number, event: PointerEvent): void;
  drag(x: number, y: number): void;
  /** The drag is over; `cancelled` when it shall have no effect. */
  dragEnd(x: number, y: number, cancelled: boolean): void;
  wheel(x: number, y: number, event: WheelEvent): void;
}

/** A hand shakes: nearer than this is a click. */
const DRAG_FROM_PX = 4;

/** Tells clicks from drags on an element, and gives positions within it. */
export function followPointer(target: HTMLElement, actions: PointerActions): void {
  let pressed: { x: number; y: number } | undefined;
  let dragging = false;
  const place = (event: MouseEvent) => {
    const box = target.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const release = (event: PointerEvent, cancelled: boolean) => {
    if (pressed === undefined) return;
    const { x, y } = place(event);
    pressed = undefined;
    if (dragging) actions.dragEnd(x, y, cancelled);
    else if (!cancelled) actions.click(x, y);
    dragging = false;
  };
  target.addEventListener('pointerdown', (event) => {
    const { x, y } = place(event);
    // What lies right of the inside is the element's scroll bar.
    if (event.button !== 0 || x >= target.clientWidth) return;
    pressed = { x, y };
    target.setPointerCapture(event.pointerId);
  });
  target.addEventListener('pointermove', (event) => {
    const { x, y } = place(event);
    if (pressed === undefined) {
      actions.hover(x, y, event);
      return;
    }
    if (!dragging && Math.hypot(x - pressed.x, y - pressed.y) >= DRAG_FROM_PX) {
      dragging = true;
      actions.dragStart?.(pressed.x, pressed.y, event);
    }
    if (dragging) actions.drag(x, y);
  });
  target.addEventListener('pointerup', (event) => release(event, false));
  target.addEventListener('pointercancel', (event) => release(event, true));
  target.addEventListener('pointerleave', () => {
    if (pressed === undefined) actions.leave();
  });
  target.addEventListener('dblclick', () => actions.doubleClick());
  target.addEventListener(
    'wheel',
    (event) => {
      const { x, y } = place(event);
      actions.wheel(x, y, event);
    },
    { passive: false },
  );
}
