/** Pan and zoom of the sheet by mouse, touch and keyboard. */
import { select } from 'd3-selection';
import 'd3-transition';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import type { Geometry, Point } from './types';

const NEAREST = 5;
const SHARE = 0.9;

export class Camera {
  private readonly zoom: ZoomBehavior<HTMLElement, unknown>;
  private transform: ZoomTransform = zoomIdentity;
  private settle = 0;
  /** Where the current camera flight will end. */
  private goal: ZoomTransform | null = null;
  /** The size of the window at the last camera move. */
  private room = { width: 0, height: 0 };
  private readonly watch = new ResizeObserver(() => this.keepMiddle());
  isPanning = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly geometry: Geometry,
    mayStart: (event: Event) => boolean,
    /** Called after every change of the visible part, with whether the scale has changed. */
    private readonly moved: (isOtherDistance: boolean) => void = () => undefined,
  ) {
    this.zoom = zoom<HTMLElement, unknown>()
      .scaleExtent([this.farthest, NEAREST])
      .clickDistance(6)
      .filter((event: MouseEvent) => !event.button && (event.type === 'wheel' || !event.ctrlKey) && mayStart(event))
      .translateExtent([[-300, -300], [geometry.width + 300, geometry.height + 300]])
      .on('start', (event: D3ZoomEvent<HTMLElement, unknown>) => this.hurry(Boolean(event.sourceEvent)))
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => this.apply(event.transform))
      .on('end', () => {
        this.goal = null;
        this.rest();
      });
    select(host).call(this.zoom).on('dblclick.zoom', null);
    this.watch.observe(host);
  }

  /** Keeps the middle of the view when the window changes, such as when a panel takes the lower half of a phone. */
  private keepMiddle(): void {
    const { width, height } = this.room;
    const { clientWidth, clientHeight } = this.host;
    if (!width || !clientWidth || !clientHeight || (width === clientWidth && height === clientHeight)) return;
    const { x, y, k } = this.goal ?? this.transform;
    this.go(zoomIdentity.translate(x + (clientWidth - width) / 2, y + (clientHeight - height) / 2).scale(k), true);
  }

  /** The scale below which the whole sheet is smaller than the window. */
  private get farthest(): number {
    const { clientWidth, clientHeight } = this.host;
    return SHARE * Math.min(1, clientWidth / this.geometry.width || 1, clientHeight / this.geometry.height || 1);
  }

  get scale(): number {
    return this.transform.k;
  }

  /** While the sheet moves it is one texture; at rest it is drawn sharply. */
  private hurry(byHand: boolean): void {
    clearTimeout(this.settle);
    this.zoom.scaleExtent([this.farthest, NEAREST]);
    this.isPanning = byHand;
    this.sheet.style.willChange = 'transform';
  }

  private rest(): void {
    this.isPanning = false;
    this.settle = window.setTimeout(() => {
      this.sheet.style.willChange = 'auto';
      this.moved(true);
    }, 180);
  }

  private apply(transform: ZoomTransform): void {
    this.transform = transform;
    this.sheet.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
    this.sheet.style.setProperty('--unzoom', String(1 / transform.k));
    const wide = this.geometry.hex_width * transform.k;
    const zoom = wide < 30 ? 'distant' : wide < 64 ? 'far' : wide < 120 ? 'middle' : 'near';
    const isOther = this.host.dataset.zoom !== zoom;
    this.host.dataset.zoom = zoom;
    this.moved(isOther);
  }

  toSheet(clientX: number, clientY: number): Point {
    const box = this.host.getBoundingClientRect();
    const [x, y] = this.transform.invert([clientX - box.left, clientY - box.top]);
    return { x, y };
  }

  toHost(point: Point): Point {
    const [x, y] = this.transform.apply([point.x, point.y]);
    return { x, y };
  }

  private get quick(): boolean {
    return window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'none';
  }

  private go(transform: ZoomTransform, instantly = false, milliseconds = 350): void {
    const target = select(this.host);
    this.room = { width: this.host.clientWidth, height: this.host.clientHeight };
    if (instantly || this.quick) target.call(this.zoom.transform, transform);
    else {
      target.transition().duration(milliseconds).call(this.zoom.transform, transform);
      this.goal = transform;
    }
  }

  /** Show a rectangle of the sheet as large as it fits; `inset` are the parts of the host covered by panels. */
  fit(left: number, top: number, right: number, bottom: number, inset: Inset, least: number, instantly: boolean, middle?: Point): void {
    const width = this.host.clientWidth - inset.left - inset.right;
    const height = this.host.clientHeight - inset.top - inset.bottom;
    if (width <= 0 || height <= 0) return;
    const whole = Math.min(width / (right - left), height / (bottom - top));
    const k = Math.min(2.2, Math.max(least, whole));
    const at = middle && whole < least ? middle : { x: (left + right) / 2, y: (top + bottom) / 2 };
    const x = inset.left + width / 2 - k * at.x;
    const y = inset.top + height / 2 - k * at.y;
    this.go(zoomIdentity.translate(x, y).scale(k), instantly);
  }

  centre(point: Point, inset: Inset, least = 1, milliseconds = 350): void {
    const k = Math.max(this.transform.k, least);
    const x = inset.left + (this.host.clientWidth - inset.left - inset.right) / 2;
    const y = inset.top + (this.host.clientHeight - inset.top - inset.bottom) / 2;
    this.go(zoomIdentity.translate(x - k * point.x, y - k * point.y).scale(k), false, milliseconds);
  }

  /** Whether a point lies in the inner seven tenths of the free part of the map. */
  isInside(point: Point, inset: Inset): boolean {
    const at = this.toHost(point);
    const wide = this.host.clientWidth - inset.left - inset.right;
    const high = this.host.clientHeight - inset.top - inset.bottom;
    const inner = (value: number, from: number, length: number): boolean => value > from + length * 0.15 && value < from + length * 0.85;
    return inner(at.x, inset.left, wide) && inner(at.y, inset.top, high);
  }

  /** The visible part, in units of the sheet. */
  get seen(): { x: number; y: number; width: number; height: number } {
    const [x, y] = this.transform.invert([0, 0]);
    return { x, y, width: this.host.clientWidth / this.transform.k, height: this.host.clientHeight / this.transform.k };
  }

  get place(): ZoomTransform {
    return this.transform;
  }

  comeBack(place: unknown): void {
    this.go(place as ZoomTransform);
  }

  isVisible(point: Point, inset: Inset): boolean {
    const at = this.toHost(point);
    const margin = 30;
    return (
      at.x > inset.left + margin &&
      at.y > inset.top + margin &&
      at.x < this.host.clientWidth - inset.right - margin &&
      at.y < this.host.clientHeight - inset.bottom - margin
    );
  }

  panBy(x: number, y: number): void {
    select(this.host).call(this.zoom.translateBy, x / this.transform.k, y / this.transform.k);
  }

  zoomBy(factor: number): void {
    const target = select(this.host);
    if (this.quick) target.call(this.zoom.scaleBy, factor);
    else target.transition().duration(160).call(this.zoom.scaleBy, factor);
  }

  destroy(): void {
    clearTimeout(this.settle);
    this.watch.disconnect();
    select(this.host).on('.zoom', null);
  }
}

export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left: number;
}
