// Of the offline page: back to where one wanted to go, by hand or as soon as the server answers again.
const again = () => location.reload();
document.getElementById('again').addEventListener('click', again);
addEventListener('online', again);
// It may be the server that was away: browsers say nothing when that comes back.
setInterval(async () => {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) again();
}, 5000);
