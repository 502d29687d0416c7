// The offline page reloads on request, or as soon as the server responds again.
const again = () => location.reload();
document.getElementById('again').addEventListener('click', again);
addEventListener('online', again);
// The server may have been down: browsers have no event for its return.
setInterval(async () => {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) again();
}, 5000);
