/** Stands for the process of the WebRTC viewers, and dies when the first one comes. */
process.on('message', (message) => {
  if (JSON.stringify(message).includes('"open"')) process.exit(1);
});
