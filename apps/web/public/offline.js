// Of the offline page: back to where one wanted to go, by hand or as soon as there is a network.
const again = () => location.reload();
document.getElementById('again').addEventListener('click', again);
addEventListener('online', again);
