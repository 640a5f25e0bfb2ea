/** The clause that is shown over the current page. */

class Reading {
  clause = $state.raw<{ title: string; id: string } | null>(null);

  open(title: string, id: string): void {
    this.clause = { title, id };
  }

  close(): void {
    this.clause = null;
  }
}

export const reading = new Reading();
