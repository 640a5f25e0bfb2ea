/** The adapter of a title; a title without one of its own is shown with the server's words. */
import type { Title } from '../wire';
import { EastFrontTitle } from './eastfront';
import { GenericTitle } from './generic';
import { SeriesTitle } from './series';
import type { TitleAdapter } from './title';

export function adapterOf(title: Title, scenario = ''): TitleAdapter {
  if (title.id === 'eastfront') return new EastFrontTitle(title);
  return title.id.startsWith('blocks_') ? new SeriesTitle(title, scenario) : new GenericTitle(title);
}
