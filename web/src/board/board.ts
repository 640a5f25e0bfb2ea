/** The map sheet with its blocks: pans, zooms and reports what was clicked. It knows no rules. */
import { Camera, type Inset } from './camera';
import { DragBlocks } from './drag';
import { centreOf, hexagon, hexUnder, neighbour, type Slot, type Step } from './geometry';
import { frontLines, frontMarkup, type Front, type Line } from './front';
import { PIECE_SIZE, pieceKey, pieceMarkup, stackMarkup } from './piece';
import { meets, plateMarkup, type Box, type Plate } from './plates';
import { storyMarkup, type StorySigns } from './story';
import { byHex, fan, gathered, gatheredPlaces, ordered, placements, type Gathered, type Placement } from './stacks';
import { entryMarkup } from './entry';
import { tintMarkup, wayMarkup } from './tints';
import type { BoardEvents, Geometry, Highlights, Piece, Point, Tint } from './types';

const SVG = 'http://www.w3.org/2000/svg';
const HOVER_DELAY = 280;
/** Width of a hex in pixels below which it has room for only one block of a side. */
const FAR = 64;
const NO_INSET: Inset = { top: 0, right: 0, bottom: 0, left: 0 };
const ARROWS: Record<string, Step> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** Height of a name plate above the middle of a place without blocks, clear of the place's own sign. */
const ABOVE_A_PLACE = 9;

/** A name in the map drawing, and the room it takes there. */
interface Label {
  text: Element;
  box: Box;
}

interface Drawn {
  element: SVGGElement;
  key: string;
}

export class Board {
  private readonly camera: Camera;
  private readonly sheet = document.createElement('div');
  private readonly layer: SVGSVGElement;
  private readonly drawing: Element;
  private readonly tints = group('board-tints');
  private readonly radius = group('board-radius');
  private readonly way = group('board-way');
  private readonly marks = group('board-marks');
  private readonly front = group('board-front');
  private readonly blocks = group('board-blocks');
  private readonly heaps = group('board-stacks');
  private readonly plateLayer = group('board-plates');
  private readonly pills = group('board-pills');
  private readonly entries = group('board-entries');
  private readonly cursor = group('board-cursor');
  private readonly story = group('board-story');
  private readonly drawn = new Map<string, Drawn>();
  private readonly drag: DragBlocks;
  private pieces = new Map<string, Piece>();
  private stacks = new Map<number, Piece[]>();
  private highlights: Highlights = { choosable: new Set(), selected: null, hexes: new Map() };
  private opened: number | null = null;
  private cursorHex: number | null = null;
  private hoverTimer = 0;
  private trail: number[] = [];
  private readonly stop = new AbortController();
  inset: Inset = NO_INSET;
  /** The id by which other drawings can reuse the map, and the position of its upper left corner on the sheet. */
  readonly mapId = 'board-map';
  get mapCorner(): Point {
    const { x, y } = (this.drawing as SVGSVGElement).viewBox.baseVal;
    return { x, y };
  }

  constructor(
    private readonly host: HTMLElement,
    private readonly geometry: Geometry,
    mapSvg: string,
    private readonly events: BoardEvents,
  ) {
    this.sheet.className = 'board-sheet';
    this.drawing = mapElement(mapSvg, this.mapId);
    this.sheet.append(this.drawing);
    this.layer = document.createElementNS(SVG, 'svg');
    this.layer.setAttribute('class', 'board-layer');
    this.layer.setAttribute('width', String(geometry.width));
    this.layer.setAttribute('height', String(geometry.height));
    this.layer.append(this.tints, this.front, this.marks, this.radius, this.heaps, this.blocks, this.plateLayer, this.pills, this.way, this.story, this.entries, this.cursor);
    this.sheet.append(this.layer);
    host.append(this.sheet);
    this.camera = new Camera(host, this.sheet, geometry, (event) => !this.drag.wants(event), (isOther) => this.looked(isOther));
    this.drag = new DragBlocks(host, {
      mayDrag: (id) => this.highlights.choosable.has(id),
      isSelected: (id) => this.highlights.selected === id,
      hexAt: (x, y) => hexUnder(geometry, this.camera.toSheet(x, y)),
      move: (id, x, y) => this.followPointer(id, x, y),
      start: (id) => this.startDrag(id),
      drop: (id, hex) => this.endDrag(id, hex),
    });
    this.listen();
  }

  // ---- what is drawn

  /** Gives the names on the map in another language; what they were drawn as is kept beside them. */
  callPlaces(names: (english: string) => string): void {
    for (const text of this.drawing.querySelectorAll<SVGElement>('text, textPath, title')) {
      if (text.childElementCount) continue;
      text.dataset.english ??= text.textContent ?? '';
      text.textContent = names(text.dataset.english);
    }
  }

  setPieces(pieces: readonly Piece[]): void {
    this.pieces = new Map(pieces.map((piece) => [piece.id, piece]));
    this.stacks = byHex(pieces);
    for (const [id, { element }] of this.drawn) {
      if (!this.pieces.has(id)) {
        element.remove();
        this.drawn.delete(id);
      }
    }
    for (const piece of pieces) this.draw(piece);
    if (this.opened !== null && (this.stacks.get(this.opened)?.length ?? 0) < 2) this.opened = null;
    this.arrangeAll();
    this.markPieces();
  }

  private arrangeAll(): void {
    this.heaps.innerHTML = '';
    for (const hex of this.stacks.keys()) this.arrange(hex);
    this.drawPlates();
  }

  /** The view has moved or zoomed. */
  private looked(isOther: boolean): void {
    if (isOther && this.pieces.size) this.arrangeAll();
    else if (this.opened !== null) this.arrange(this.opened); // its blocks keep their size on the screen
    this.tellSeen();
  }

  private telling = 0;

  /** Once a frame, before anything is redrawn: asking for the size in between would force a layout of the whole page. */
  private tellSeen(): void {
    this.telling ||= requestAnimationFrame(() => {
      this.telling = 0;
      this.seen?.(this.camera.seen);
    });
  }

  /** Called with the visible part of the map. */
  seen: ((part: { x: number; y: number; width: number; height: number }) => void) | null = null;

  private get isFar(): boolean {
    return this.geometry.hex_width * this.camera.scale < FAR;
  }

  private draw(piece: Piece): void {
    const key = pieceKey(piece);
    const known = this.drawn.get(piece.id);
    if (known?.key === key) {
      known.element.firstElementChild!.textContent = piece.label;
      known.element.dataset.at = String(piece.hex);
      return;
    }
    const element = known?.element ?? group('piece');
    element.dataset.piece = piece.id;
    element.dataset.at = String(piece.hex);
    element.innerHTML = `<title></title>${pieceMarkup(piece)}`;
    element.firstElementChild!.textContent = piece.label;
    element.setAttribute('class', `piece facing-${piece.facing}`);
    if (!known) this.blocks.append(element);
    this.drawn.set(piece.id, { element, key });
  }

  private arrange(hex: number): void {
    const there = this.stacks.get(hex) ?? [];
    const isOpen = hex === this.opened;
    this.heaps.querySelectorAll(`[data-stack="${hex}"]`).forEach((heap) => heap.remove());
    if (this.isFar && !isOpen && hex !== this.selectedHex) {
      this.gather(hex, there);
      return;
    }
    for (const piece of there) this.drawn.get(piece.id)?.element.classList.remove('stacked');
    const places = isOpen ? fan(this.geometry, hex, there, this.camera.scale) : placements(this.geometry, hex, there);
    for (const place of places) this.put(place, isOpen);
  }

  private gather(hex: number, there: readonly Piece[]): void {
    const groups = gathered(there);
    const places = gatheredPlaces(this.geometry, hex, groups);
    groups.forEach(({ pieces }, number) => {
      const place = places[number]!;
      for (const piece of pieces) {
        this.put({ id: piece.id, ...place }, false);
        this.drawn.get(piece.id)?.element.classList.toggle('stacked', pieces.length > 1);
      }
      if (pieces.length < 2) return;
      const heap = group('heap');
      heap.dataset.stack = String(hex);
      heap.style.transform = `translate(${place.x}px, ${place.y}px) scale(${place.size / PIECE_SIZE})`;
      heap.innerHTML = `<title></title>${stackMarkup(pieces)}`;
      heap.firstElementChild!.textContent = pieces.map((piece) => piece.label).join('\n');
      heap.classList.toggle('choosable', pieces.some((piece) => this.highlights.choosable.has(piece.id)));
      this.heaps.append(heap);
    });
  }

  private put(place: Placement, onTop: boolean): void {
    const element = this.drawn.get(place.id)?.element;
    if (!element) return;
    element.style.transform = `translate(${place.x}px, ${place.y}px) scale(${place.size / PIECE_SIZE})`;
    element.classList.toggle('fanned', onTop);
    if (onTop) this.blocks.append(element);
  }

  /** The selected block's hex: its stack is drawn block by block at every zoom, so that one sees which block it is. */
  private get selectedHex(): number | undefined {
    return this.pieces.get(this.highlights.selected ?? '')?.hex;
  }

  setHighlights(highlights: Highlights): void {
    const before = this.selectedHex;
    this.highlights = highlights;
    const now = this.selectedHex;
    if (this.isFar && before !== now) for (const hex of [before, now]) if (hex !== undefined) this.arrange(hex);
    const parts = [...highlights.hexes].map(([hex, mark]) => {
      const centre = centreOf(this.geometry, hex);
      const middle = mark === 'battle' ? `<path class="mark-middle" d="M${centre.x - 32} ${centre.y + 1}h64"/>` : '';
      return `<polygon class="mark mark-${mark}" data-hex="${hex}" points="${hexagon(this.geometry, centre, 0.93)}"/>${middle}`;
    });
    this.marks.innerHTML = parts.join('');
    this.markPieces();
  }

  private markPieces(): void {
    const { choosable, selected } = this.highlights;
    this.host.classList.toggle('has-choices', choosable.size > 0);
    for (const [id, { element }] of this.drawn) {
      element.classList.toggle('choosable', choosable.has(id));
      element.classList.toggle('selected', id === selected);
    }
  }

  setTints(tints: readonly Tint[]): void {
    this.tints.innerHTML = tintMarkup(this.geometry, tints);
  }

  /** Tints of the block under the pointer, over all others. */
  setRadius(tints: readonly Tint[]): void {
    this.radius.innerHTML = tintMarkup(this.geometry, tints);
  }

  private plates: readonly Plate[] = [];

  /** Names that must be read wherever blocks stand. */
  setPlates(plates: readonly Plate[]): void {
    for (const { text } of this.labels.values()) text.classList.remove('on-plate');
    this.plates = plates;
    this.known = null;
    this.drawPlates();
  }

  private drawPlates(): void {
    const blocks = [...this.stacks.keys()].flatMap((hex) => this.boxesAt(hex));
    const isTouched = ({ hex, worth }: Plate): boolean => {
      const label = worth && !this.stacks.has(hex) ? this.labels.get(hex)?.box : undefined;
      return label !== undefined && blocks.some((box) => meets(box, label));
    };
    const over = this.plates.filter(({ hex }) => this.stacks.has(hex)).map((plate) => ({ ...plate, above: this.reach(plate.hex) }));
    const touched = this.plates.filter(isTouched).map((plate) => ({ ...plate, above: ABOVE_A_PLACE }));
    this.plateLayer.innerHTML = plateMarkup(this.geometry, [...over, ...touched], this.camera.scale, [...this.stacks.keys()]);
    const lettered = new Set([...this.plateLayer.querySelectorAll<SVGElement>('[data-place]')].map((plate) => Number(plate.dataset.place)));
    for (const [hex, { text }] of this.labels) text.classList.toggle('on-plate', lettered.has(hex));
  }

  private known: ReadonlyMap<number, Label> | null = null;

  /** The names in the map's own drawing, by the hex of their place: a name that stands on a plate is not written twice. */
  private get labels(): ReadonlyMap<number, Label> {
    if (this.known || !this.plates.length) return this.known ?? new Map();
    const near = this.geometry.hex_width * 1.6;
    const drawn = [...this.drawing.querySelectorAll<SVGTextElement>('.names text')].map((text) => ({ text, name: text.textContent, x: Number(text.getAttribute('x')), y: Number(text.getAttribute('y')) }));
    const found = new Map<number, Label>();
    for (const { hex, name } of this.plates) {
      const { x, y } = centreOf(this.geometry, hex);
      const label = drawn.find((one) => one.name === name && Math.hypot(one.x - x, one.y - y) < near);
      if (label) found.set(hex, { text: label.text, box: boxOf(label.text) });
    }
    return (this.known = found);
  }

  /** Where the blocks of a hex stand at this distance. */
  private placesAt(hex: number): { places: readonly Slot[]; groups: readonly Gathered[] } {
    const there = this.stacks.get(hex) ?? [];
    const groups = this.isFar ? gathered(there) : [];
    return { places: this.isFar ? gatheredPlaces(this.geometry, hex, groups) : placements(this.geometry, hex, there), groups };
  }

  private boxesAt(hex: number): Box[] {
    return this.placesAt(hex).places.map(({ x, y, size }) => ({ left: x - size / 2, right: x + size / 2, top: y - size * 0.64, bottom: y + size / 2 }));
  }

  /** How far above its middle the blocks of a hex reach. */
  private reach(hex: number): number {
    const centre = centreOf(this.geometry, hex);
    const { places, groups } = this.placesAt(hex);
    const most = this.isFar ? Math.max(...groups.map(({ pieces }) => Math.min(pieces.length, 4) - 1)) * 3.4 : 0;
    return Math.max(...places.map(({ y, size }) => centre.y - y + size * 0.64)) + most;
  }

  private frontDrawn = '';

  /** The front line, or none; returned for the small map. While a story is told, the line that was fades dashed beside the new one. */
  setFront(front: Front | null): Line[] {
    const lines = front ? frontLines(this.geometry, front) : [];
    const drawn = frontMarkup(lines);
    const isTold = this.host.style.getPropertyValue('--slide') !== '';
    if (drawn !== this.frontDrawn) this.front.innerHTML = isTold ? `<g class="front-was">${this.frontDrawn}</g><g class="front-new">${drawn}</g>` : drawn;
    this.frontDrawn = drawn;
    return lines;
  }

  /** A small number at the corner of a battle. */
  setPills(pills: readonly { hex: number; text: string; isSure: boolean }[]): void {
    this.pills.innerHTML = pills
      .map(({ hex, text, isSure }) => {
        const { x, y } = centreOf(this.geometry, hex);
        return (
          `<g class="pill${isSure ? '' : ' about'}" style="transform:translate(${x + this.geometry.hex_width * 0.46}px,${y - this.geometry.hex_height * 0.22}px) scale(var(--unzoom))">` +
          `<rect x="-26" y="-12" width="52" height="24" rx="12"/><text y="5">${text}</text></g>`
        );
      })
      .join('');
  }

  setWay(hexes: readonly number[]): void {
    this.way.innerHTML = wayMarkup(this.geometry, hexes);
  }

  /** The sides over which a block may enter a hex, as small arrows. */
  setEntries(shown: { hex: number; entries: readonly number[]; chosen: number } | null): void {
    this.entries.innerHTML = shown ? entryMarkup(this.geometry, shown.hex, shown.entries, shown.chosen) : '';
  }

  /** How wide a hex is on the screen. */
  get hexOnScreen(): number {
    return this.geometry.hex_width * this.camera.scale;
  }

  /** What playback draws over everything else. */
  setStory(signs: StorySigns): void {
    this.story.innerHTML = storyMarkup(this.geometry, signs);
  }

  /** The ground around a hex, without names; `wide` and `high` in units of the sheet. */
  ground(hex: number, wide: number, high: number): SVGElement | null {
    const map = this.sheet.querySelector('.blockfront-map');
    if (!map) return null;
    const copy = map.cloneNode(true) as SVGElement;
    copy.querySelectorAll('.names, .label, [class*="names"]').forEach((part) => part.remove());
    const { x, y } = centreOf(this.geometry, hex);
    copy.setAttribute('viewBox', `${x - wide / 2} ${y - high / 2} ${wide} ${high}`);
    copy.removeAttribute('style');
    copy.setAttribute('width', '100%');
    copy.setAttribute('height', '100%');
    copy.setAttribute('preserveAspectRatio', 'xMidYMid slice');
    return copy;
  }

  /** How long blocks take to slide, in milliseconds. */
  setSlide(milliseconds: number | null): void {
    if (milliseconds === null) this.host.style.removeProperty('--slide');
    else this.host.style.setProperty('--slide', `${milliseconds}ms`);
  }

  /** Moves to where something happens, unless that is well inside the visible part. */
  follow(hexes: readonly number[]): void {
    const there = hexes.filter((hex) => hex >= 0).map((hex) => centreOf(this.geometry, hex));
    if (!there.length || there.every((point) => this.camera.isInside(point, this.inset))) return;
    const edge = (pick: (point: Point) => number): [number, number] => [Math.min(...there.map(pick)), Math.max(...there.map(pick))];
    const [left, right] = edge((point) => point.x);
    const [top, bottom] = edge((point) => point.y);
    const isWide = (right - left) * this.camera.scale > this.host.clientWidth * 0.6 || (bottom - top) * this.camera.scale > this.host.clientHeight * 0.5;
    const margin = this.geometry.hex_width * 1.5;
    if (isWide) this.camera.fit(left - margin, top - margin, right + margin, bottom + margin, this.inset, 0.3, false);
    else this.camera.centre({ x: (left + right) / 2, y: (top + bottom) / 2 }, this.inset, 0, 500);
  }

  /** The present view, to come back to. */
  get place(): unknown {
    return this.camera.place;
  }

  comeBack(place: unknown): void {
    this.camera.comeBack(place);
  }

  setTheme(theme: 'light' | 'dark'): void {
    this.sheet.querySelector('.blockfront-map')?.setAttribute('data-theme', theme);
  }

  // ---- where one looks

  /** Show these hexes; `least` is the smallest scale: if some do not fit then, the hex `middle` comes into the middle. */
  fit(hexes: readonly number[], least = 0.2, instantly = false, middle?: number): void {
    if (!hexes.length) return;
    const centres = hexes.map((hex) => centreOf(this.geometry, hex));
    const xs = centres.map((centre) => centre.x);
    const ys = centres.map((centre) => centre.y);
    const margin = this.geometry.hex_width;
    this.camera.fit(
      Math.min(...xs) - margin,
      Math.min(...ys) - margin,
      Math.max(...xs) + margin,
      Math.max(...ys) + margin,
      this.inset,
      least,
      instantly,
      middle === undefined ? undefined : centreOf(this.geometry, middle),
    );
  }

  centreOn(hex: number): void {
    this.camera.centre(centreOf(this.geometry, hex), this.inset);
    this.moveCursor(hex, false);
  }

  /** Bring a hex into view if it is not. */
  reveal(hex: number): void {
    if (!this.camera.isVisible(centreOf(this.geometry, hex), this.inset)) this.centreOn(hex);
  }

  /** To a point of the sheet, at the same distance. */
  look(x: number, y: number): void {
    this.camera.centre({ x, y }, this.inset, 0, 0);
  }

  zoomBy(factor: number): void {
    this.camera.zoomBy(factor);
  }

  get size(): { width: number; height: number } {
    return { width: this.host.clientWidth, height: this.host.clientHeight };
  }

  /** The position of a hex on the page, for things placed beside it. */
  positionOf(hex: number): { x: number; y: number } {
    return this.camera.toHost(centreOf(this.geometry, hex));
  }

  // ---- pointer

  private listen(): void {
    const { signal } = this.stop;
    this.host.addEventListener('click', (event) => this.click(event), { signal });
    this.host.addEventListener('pointermove', (event) => this.hover(event), { signal });
    this.host.addEventListener('pointerleave', (event) => this.leave(event), { signal });
    this.host.addEventListener('keydown', (event) => this.key(event), { signal });
  }

  private pieceUnder(target: EventTarget | null): string | null {
    const element = target instanceof Element ? target.closest<SVGElement>('[data-piece]') : null;
    return element?.dataset.piece ?? null;
  }

  /** A stack that is drawn as one block. */
  private isHeap(target: EventTarget | null): SVGElement | null {
    return target instanceof Element ? target.closest<SVGElement>('[data-stack]') : null;
  }

  private click(event: MouseEvent): void {
    if (this.drag.justDropped) return;
    const id = this.pieceUnder(event.target);
    const heap = this.isHeap(event.target);
    const hex = id ? this.pieces.get(id)!.hex : heap ? Number(heap.dataset.stack) : hexUnder(this.geometry, this.camera.toSheet(event.clientX, event.clientY));
    if (hex === null) return;
    this.cursorHex = hex;
    const isTouch = (event as PointerEvent).pointerType === 'touch';
    const isTarget = this.highlights.hexes.get(hex) === 'target';
    if (isTouch && id && !isTarget && this.opened !== hex && (this.stacks.get(hex)?.length ?? 0) > 1) {
      this.open(hex);
      return;
    }
    if (this.opened !== null && this.opened !== hex) this.open(null);
    if (heap && !isTarget) {
      this.open(this.opened === hex ? null : hex);
      return;
    }
    if (id && (this.highlights.choosable.has(id) || !isTarget)) this.events.piece(id);
    else this.events.hex(hex, isTouch);
    clearTimeout(this.hoverTimer);
    if (id) this.open(null);
  }

  private hover(event: PointerEvent): void {
    if (event.pointerType === 'touch' || this.camera.isPanning || this.drag.isDragging) return;
    const id = this.pieceUnder(event.target);
    const under = hexUnder(this.geometry, this.camera.toSheet(event.clientX, event.clientY));
    const hex = id ? this.pieces.get(id)!.hex : under;
    this.events.hover(hex, id, null);
    clearTimeout(this.hoverTimer);
    if (this.opened !== null && hex !== this.opened) this.hoverTimer = window.setTimeout(() => this.open(null), HOVER_DELAY);
  }

  /** A finger that is lifted has not left: its tap is still to come. */
  private leave(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    clearTimeout(this.hoverTimer);
    this.events.hover(null, null, null);
    if (!this.drag.isDragging) this.open(null);
  }

  /** Fan out the stack of a hex, or close the one that is open. */
  open(hex: number | null): void {
    const before = this.opened;
    if (before === hex) return;
    this.opened = hex;
    this.host.classList.toggle('has-fan', hex !== null);
    if (before !== null) this.arrange(before);
    if (hex !== null) this.arrange(hex);
  }

  // ---- dragging

  private startDrag(id: string): void {
    clearTimeout(this.hoverTimer);
    this.open(null);
    this.trail = [this.pieces.get(id)!.hex];
    if (this.highlights.selected !== id) this.events.piece(id);
    this.drawn.get(id)?.element.classList.add('dragged');
    const element = this.drawn.get(id)?.element;
    if (element) this.blocks.append(element);
  }

  private followPointer(id: string, x: number, y: number): void {
    const point = this.camera.toSheet(x, y);
    this.put({ id, ...point, size: PIECE_SIZE * 1.1 }, false);
    const hex = hexUnder(this.geometry, point);
    if (hex === null || hex === this.trail.at(-1)) return;
    const before = this.trail.indexOf(hex);
    this.trail = before >= 0 ? this.trail.slice(0, before + 1) : [...this.trail, hex];
    this.events.hover(hex, null, this.trail);
  }

  private endDrag(id: string, hex: number | null): void {
    this.drawn.get(id)?.element.classList.remove('dragged');
    const piece = this.pieces.get(id);
    if (piece) this.arrange(piece.hex);
    this.events.hover(null, null, null);
    if (piece && hex !== null && hex !== piece.hex) this.events.drop(id, hex, this.trail);
  }

  // ---- keyboard

  private key(event: KeyboardEvent): void {
    if (event.target !== this.host || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    if (step && event.shiftKey) this.panStep(step);
    else if (step) this.moveCursor(neighbour(this.geometry, this.cursorHex ?? this.startHex(), step), true);
    else if (event.key === 'Enter' || event.key === ' ') this.choose();
    else if (event.key === '+' || event.key === '=') this.camera.zoomBy(1.4);
    else if (event.key === '-') this.camera.zoomBy(1 / 1.4);
    else if (event.key === 'Escape') this.events.escape();
    else return;
    event.preventDefault();
  }

  private panStep(step: Step): void {
    const by = { left: [120, 0], right: [-120, 0], up: [0, 120], down: [0, -120] }[step] as [number, number];
    this.camera.panBy(...by);
  }

  private startHex(): number {
    const selected = this.highlights.selected && this.pieces.get(this.highlights.selected);
    if (selected) return selected.hex;
    return this.stacks.keys().next().value ?? 0;
  }

  moveCursor(hex: number, tell: boolean): void {
    this.cursorHex = hex;
    const centre = centreOf(this.geometry, hex);
    this.cursor.innerHTML = `<polygon class="cursor-hex" points="${hexagon(this.geometry, centre, 0.97)}"/>`;
    if (tell) {
      if (!this.camera.isVisible(centre, this.inset)) this.camera.centre(centre, this.inset);
      this.events.cursor(hex);
    }
  }

  /** Enter on the cursor: a target hex, else the next choosable block there. */
  private choose(): void {
    const hex = this.cursorHex ?? this.startHex();
    if (this.highlights.hexes.get(hex) === 'target') {
      this.events.hex(hex, false);
      return;
    }
    const there = ordered(this.stacks.get(hex) ?? []);
    const choosable = there.filter((piece) => this.highlights.choosable.has(piece.id));
    const offered = choosable.length ? choosable : there;
    const now = offered.findIndex((piece) => piece.id === this.highlights.selected);
    const next = offered[(now + 1) % Math.max(offered.length, 1)];
    if (next) this.events.piece(next.id);
    else this.events.hex(hex, false);
  }

  destroy(): void {
    this.stop.abort();
    clearTimeout(this.hoverTimer);
    this.drag.destroy();
    this.camera.destroy();
    this.sheet.remove();
  }
}

function group(name: string): SVGGElement {
  const made = document.createElementNS(SVG, 'g');
  made.setAttribute('class', name);
  return made;
}

/** The server's drawing as an element, laid so that its units are the sheet's. */
function mapElement(text: string, id: string): Element {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const svg = document.importNode(parsed, true);
  const [left, top] = (svg.getAttribute('viewBox') ?? '0 0').split(/\s+/).map(Number);
  svg.setAttribute('aria-hidden', 'true');
  svg.id = id;
  svg.setAttribute('style', `position:absolute;left:${left}px;top:${top}px`);
  svg.querySelector('title')?.remove();
  return svg;
}

function boxOf(text: SVGTextElement): Box {
  const { x, y, width, height } = text.getBBox();
  return { left: x, right: x + width, top: y + height * 0.2, bottom: y + height * 0.8 };
}
