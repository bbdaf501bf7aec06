-- Sixteen requests at once on each connection.
init = function()
    local requests = {}
    for index = 1, 16 do requests[index] = wrk.format() end
    batch = table.concat(requests)
end
request = function() return batch end
