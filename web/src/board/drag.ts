/** Dragging a block with the pointer. By touch only a selected block is dragged: a finger anywhere else moves the map. */
const THRESHOLD = 6;

export interface DragRules {
  mayDrag(id: string): boolean;
  isSelected(id: string): boolean;
  hexAt(x: number, y: number): number | null;
  start(id: string): void;
  move(id: string, x: number, y: number): void;
  drop(id: string, hex: number | null): void;
}

export class DragBlocks {
  private from: { id: string; x: number; y: number; pointer: number } | null = null;
  private readonly stop = new AbortController();
  isDragging = false;
  /** True until the click that follows a drop has passed. */
  justDropped = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly rules: DragRules,
  ) {
    const { signal } = this.stop;
    host.addEventListener('pointerdown', (event) => this.down(event), { signal, capture: true });
    host.addEventListener('pointermove', (event) => this.moved(event), { signal });
    host.addEventListener('pointerup', (event) => this.up(event), { signal });
    host.addEventListener('pointercancel', () => this.cancel(), { signal });
  }

  /** Whether a gesture that begins with this event belongs to a block and not to the map. */
  wants(event: Event): boolean {
    if (event.type === 'wheel') return false;
    return this.draggable(event) !== null;
  }

  private draggable(event: Event): string | null {
    const target = event.target instanceof Element ? event.target.closest<SVGElement>('[data-piece]') : null;
    const id = target?.dataset.piece;
    if (!id || !this.rules.mayDrag(id)) return null;
    const isTouch = event.type.startsWith('touch') || (event instanceof PointerEvent && event.pointerType === 'touch');
    return isTouch && !this.rules.isSelected(id) ? null : id;
  }

  private down(event: PointerEvent): void {
    if (event.button) return;
    const id = this.draggable(event);
    this.from = id ? { id, x: event.clientX, y: event.clientY, pointer: event.pointerId } : null;
  }

  private moved(event: PointerEvent): void {
    if (!this.from || event.pointerId !== this.from.pointer) return;
    const far = Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) > THRESHOLD;
    if (!this.isDragging && far) {
      this.isDragging = true;
      this.host.setPointerCapture(event.pointerId);
      this.rules.start(this.from.id);
    }
    if (this.isDragging) this.rules.move(this.from.id, event.clientX, event.clientY);
  }

  private up(event: PointerEvent): void {
    const from = this.from;
    this.from = null;
    if (!this.isDragging || !from) return;
    this.isDragging = false;
    this.justDropped = true;
    setTimeout(() => (this.justDropped = false), 0);
    this.rules.drop(from.id, this.rules.hexAt(event.clientX, event.clientY));
  }

  private cancel(): void {
    if (this.isDragging && this.from) this.rules.drop(this.from.id, null);
    this.isDragging = false;
    this.from = null;
  }

  destroy(): void {
    this.stop.abort();
  }
}
