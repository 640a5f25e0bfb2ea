// Shows notices that a game waits. The text names the game and nothing that happens in it; it ends with the game's address where the server knows it.
self.addEventListener('push', (event) => {
  const text = event.data ? event.data.text() : '';
  const [body, address] = text.split(/ (?=https?:\/\/\S+$)/);
  event.waitUntil(self.registration.showNotification('blockfront', { body, icon: '/icon.svg', tag: body, data: address ?? '/' }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data));
});

async function openAt(address) {
  const wanted = new URL(address, self.location.origin);
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = open.find((client) => client.url === wanted.href) ?? open.find((client) => new URL(client.url).origin === wanted.origin);
  if (!page) return self.clients.openWindow(wanted.href);
  await page.focus();
  return page.url === wanted.href || wanted.pathname + wanted.hash === '/' ? page : page.navigate(wanted.href);
}
