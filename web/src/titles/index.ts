/** The adapter of a title; a title without one of its own is shown with the server's words. */
import type { Title } from '../wire';
import { EastFrontTitle } from './eastfront';
import { GenericTitle } from './generic';
import type { TitleAdapter } from './title';

export function adapterOf(title: Title): TitleAdapter {
  return title.id === 'eastfront' ? new EastFrontTitle(title) : new GenericTitle(title);
}
